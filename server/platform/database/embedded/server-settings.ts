/**
 * Settings of the embedded server, for a small machine with two cores. They are given on the command line,
 * so that a new version of Lectern brings its own without editing a file in an existing data directory.
 * Nothing here weakens durability: fsync, full_page_writes and synchronous_commit keep their default, on.
 */
const baseSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // Unix sockets would need a path of at most 107 bytes, which a deep DATA_DIR does not have.
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Bounds the log to replay after a crash: back in service within seconds.
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel queries and io workers cost processes and /dev/shm, which containers keep at 64 MB.
  max_parallel_workers_per_gather: '0',
  max_worker_processes: '4',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  huge_pages: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
  // Statements and row values may hold what instructors wrote; they do not belong in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** The arguments of `postgres` for one cluster; `overrides` replaces single settings. */
export function serverArguments(options: {
  clusterDirectory: string;
  clusterName: string;
  port: number;
  overrides?: Readonly<Record<string, string>> | undefined;
}): string[] {
  const settings = { ...baseSettings, ...options.overrides };
  return [
    '-D',
    options.clusterDirectory,
    '-p',
    String(options.port),
    '-c',
    `cluster_name=${options.clusterName}`,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
