import { clusterPaths } from './cluster-paths.ts';
import { connectionString, getCredentials } from './credentials.ts';
import { findPostmasterFile } from './postmaster-file.ts';

/**
 * The address of the embedded database that a running Lectern keeps on a data directory; undefined while none is ready.
 * Holds the password. @throws {EmbeddedPostgresError} when the passwords are lost.
 */
export async function findRunningAddress(dataDirectory: string): Promise<string | undefined> {
  const paths = clusterPaths(dataDirectory);
  const postmaster = await findPostmasterFile(paths.postmasterFile);
  if (postmaster?.port === undefined || postmaster.status !== 'ready') return undefined;
  const { applicationPassword } = await getCredentials(paths.credentials);
  return connectionString({
    role: 'lectern',
    password: applicationPassword,
    port: postmaster.port,
    database: 'lectern',
  });
}
