import pg from 'pg';
import { clusterPaths } from '#server/platform/database/embedded/cluster-paths.ts';
import { connectionString, getCredentials } from '#server/platform/database/embedded/credentials.ts';
import { findPostmasterFile } from '#server/platform/database/embedded/postmaster-file.ts';

/** The address of the embedded database that runs on a data directory. */
export async function getDatabaseUrlOf(dataDirectory: string): Promise<string> {
  const paths = clusterPaths(dataDirectory);
  const { applicationPassword } = await getCredentials(paths.credentials);
  const postmaster = await findPostmasterFile(paths.postmasterFile);
  if (postmaster?.port === undefined) throw new Error(`No database runs on ${dataDirectory}`);
  return connectionString({
    role: 'lectern',
    password: applicationPassword,
    port: postmaster.port,
    database: 'lectern',
  });
}

/** One query, on its own connection. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  dataDirectory: string,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await getDatabaseUrlOf(dataDirectory) });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...parameters])).rows;
  } finally {
    await client.end();
  }
}
