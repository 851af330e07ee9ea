import { createPostgresClient } from '../postgres-client.ts';

/**
 * Connects, asks for a trivial answer and disconnects. SCRAM proves both sides: a stranger on the port
 * does not pass. Rejects with node-postgres's error when any of it fails or takes longer than `timeoutMs`.
 */
export async function checkConnection(connectionString: string, timeoutMs: number): Promise<void> {
  const client = createPostgresClient(connectionString, {
    applicationName: 'lectern start',
    connectionMilliseconds: timeoutMs,
    queryMilliseconds: timeoutMs,
  });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
  }
}
