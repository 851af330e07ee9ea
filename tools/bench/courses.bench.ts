/**
 * Authenticated `GET /api/courses/` of 50 courses against bare Fastify with the same query, alternating.
 * Arguments: seconds of a run (5) and rounds (3).
 */
import autocannon from 'autocannon';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { registerClient } from '#e2e/api-client.ts';
import { getDatabaseUrlOf } from '#e2e/database-of.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { listCoursesOf } from '#server/features/courses/course.store.ts';
import { withLectern } from './lectern.ts';
import { startPeer } from './peer.ts';
import { median, printResult } from './result.ts';

const COURSES = 50;
const GOAL = 0.6;
const seconds = Number(process.argv[2] ?? 5);
const rounds = Number(process.argv[3] ?? 3);

async function measure(origin: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({
    url: `${origin}/api/courses/`,
    connections: 16,
    duration: seconds,
    headers,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`Failures at ${origin}: ${result.non2xx}`);
  return result.requests.average;
}

/** The statement that the courses' store sends, as it sends it. */
async function recordQuery(
  databaseUrl: string,
  instructorId: number,
): Promise<{ sql: string; parameters: readonly unknown[] }> {
  let recorded: { sql: string; parameters: readonly unknown[] } | undefined;
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      recorded = query;
    },
  });
  const { length } = await listCoursesOf(database, instructorId, false);
  await database.destroy();
  if (recorded === undefined || length !== COURSES) throw new Error(`The query found ${length} courses`);
  return recorded;
}

await withLectern(async (lectern) => {
  const client = await registerClient(lectern.origin);
  let instructorId = 0;
  for (let made = 0; made < COURSES; made += 1)
    instructorId = (await client.createCourse(`Course ${made}`)).instructor_id;
  const databaseUrl = await getDatabaseUrlOf(lectern.dataDirectory);
  const { sql, parameters } = await recordQuery(databaseUrl, instructorId);
  const peer = await startPeer('bare-fastify', [databaseUrl, sql, JSON.stringify(parameters)]);
  const anything = z.array(z.unknown());
  const listed = anything.parse(await (await fetch(`${peer.origin}/api/courses/`)).json());
  if (listed.length !== COURSES) throw new Error('The peer answers something else');

  const identities: [string, Record<string, string>][] = [
    ['an API key', { 'api-key': client.apiKey }],
    ['an access token', { authorization: `Bearer ${client.accessToken}` }],
  ];
  for (const [identity, headers] of identities) {
    const ours: number[] = [];
    const theirs: number[] = [];
    await measure(lectern.origin, headers);
    await measure(peer.origin, {});
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measure(lectern.origin, headers));
      theirs.push(await measure(peer.origin, {}));
    }
    const ratio = median(ours) / median(theirs);
    printResult({
      name: `GET /api/courses/ with ${identity}`,
      value: `${median(ours).toFixed(0)} requests/s`,
      peer: `bare Fastify ${median(theirs).toFixed(0)} requests/s`,
      ratio,
      goal: `at least ${GOAL}`,
      met: ratio >= GOAL,
    });
  }
  await peer.stop();
});
