import path from 'node:path';

/** Where the embedded database keeps what, under DATA_DIR. All paths are absolute. */
export interface ClusterPaths {
  /** `DATA_DIR/postgres`; belongs to the user who starts Lectern. */
  readonly home: string;
  /** PostgreSQL's own data directory; belongs to the account that PostgreSQL runs as. */
  readonly cluster: string;
  readonly postmasterFile: string;
  /** Passwords and the cluster's name, mode 0600. */
  readonly credentials: string;
  readonly port: string;
  readonly log: string;
}

export function clusterPaths(dataDirectory: string): ClusterPaths {
  const home = path.join(path.resolve(dataDirectory), 'postgres');
  const cluster = path.join(home, 'cluster');
  return {
    home,
    cluster,
    postmasterFile: path.join(cluster, 'postmaster.pid'),
    credentials: path.join(home, 'credentials.json'),
    port: path.join(home, 'port'),
    log: path.join(home, 'postgres.log'),
  };
}
