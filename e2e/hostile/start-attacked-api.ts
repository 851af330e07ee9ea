import type { TestDatabase } from '#server/testing/database.ts';
import { startApi, type ApiProcess } from '../separate-process.ts';

/** The limits that `npm start` and `npm run api` give it. */
const HEAP = ['--max-old-space-size=160', '--max-semi-space-size=16'];

/** An api process to attack. It rejects no request because the machine is busy, and stops immediately. */
export async function startAttackedApi(
  { connectionString }: Pick<TestDatabase, 'connectionString'>,
  dataDirectory: string,
): Promise<ApiProcess> {
  const api = startApi({
    nodeArguments: HEAP,
    environment: {
      DATABASE_URL: connectionString,
      DATA_DIR: dataDirectory,
      OVERLOAD_DELAY_MILLISECONDS: '0',
      DRAIN_GRACE_SECONDS: '0',
      DRAIN_LIMIT_SECONDS: '1',
    },
  });
  await api.listening;
  return api;
}
