import type { TestDatabase } from '#server/testing/database.ts';
import { startApi, type ApiProcess } from '../separate-process.ts';

/** The limits that `npm start` and `npm run api` give it. */
const HEAP = ['--max-old-space-size=256', '--max-semi-space-size=16'];

/** An api process to attack. It stops immediately. */
export async function startAttackedApi(
  { connectionString }: Pick<TestDatabase, 'connectionString'>,
  dataDirectory: string,
): Promise<ApiProcess> {
  const api = startApi({
    nodeArguments: HEAP,
    environment: {
      DATABASE_URL: connectionString,
      DATA_DIR: dataDirectory,
    },
  });
  await api.listening;
  return Object.assign(api, {
    stop: async () => {
      if (!api.hasEnded()) process.kill(api.processId, 'SIGKILL');
      await api.exited;
    },
  });
}
