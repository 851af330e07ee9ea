/**
 * Readers of twenty accounts open lessons, search and fetch files, each with a pause of 5 to 15 s between two calls, while another
 * account attacks: their p95 next to that of the same readers just before and just after the attack. First each attack of
 * e2e/hostile/attack.ts alone, then all at once; the attacker has the largest rows that an account may have. The readers and what they
 * measure run in this process, the attacker in a separate one at the lowest priority, because it has its own machine.
 * Arguments: readers (100), seconds of each measurement (60), which attacks (each, then all at once): a list such as jobs,questions.
 */
import { writeFile } from 'node:fs/promises';
import { constants, loadavg, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { account as accountSchema } from '#contract/accounts.ts';
import { questionSetDraft } from '#contract/question-editing.ts';
import { registerClient, type ApiClient } from '#e2e/api-client.ts';
import { getDatabaseUrlOf } from '#e2e/database-of.ts';
import { ATTACKS, type Attack, type AttackOrder } from '#e2e/hostile/attack.ts';
import { makeLargestRows, pathOf } from '#e2e/hostile/largest-rows.ts';
import { HOSTILE_PDFS } from '#e2e/hostile/pdfs.ts';
import { keepReading, type ReadAnswer, type Reader } from '#e2e/hostile/readers.ts';
import { until, type LecternProcess } from '#e2e/lectern-process.ts';
import { startProgram } from '#e2e/separate-process.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { withDirectory, withLectern } from './lectern.ts';
import { percentile, printResult } from './result.ts';

const readers = Number(process.argv[2] ?? 100);
const seconds = Number(process.argv[3] ?? 60);
const chosen = process.argv[4]?.split(',');
const READING_ACCOUNTS = 20;
const PAUSE_SECONDS = { least: 5, most: 15 };
const WARM_UP_SECONDS = 10;
const MOST_TIMES_SLOWER = 2;
const TIMES: Record<Attack, number> = {
  'waiting requests': 200,
  'stalled uploads': 64,
  'cheap calls': 32,
  'heavy reads': 32,
  'unread answers': 200,
  questions: 32,
  'quiz edits': 16,
  'stored texts': 8,
  'large bodies': 8,
  'hostile PDFs': 16,
  jobs: 200,
};
const LARGEST_PDFS = new Set([
  'a page of 10 GiB in two layers',
  'words scattered over the page',
  'one heavy page 2,000 times',
  'ten levels of forms that each draw ten',
]);
const TEXT = 'A river carries what the rain washes into it, and leaves it where its water slows. '.repeat(
  300,
);

async function makeLesson(client: ApiClient, directory: string): Promise<{ id: number; file: string }> {
  const path = join(directory, 'rivers.txt');
  await writeFile(path, TEXT);
  const { id: course } = await client.createCourse('Rivers');
  const { url, docsource_id } = await client.uploadDocument(path);
  return client.createLesson({ title: 'How rivers work', file: url, course, docsource_id });
}

async function prepareAttack(
  client: ApiClient,
  database: Client,
  directory: string,
): Promise<Omit<AttackOrder, 'times'>> {
  const path = join(directory, 'lecture.mp4');
  const { recordings } = await getTestModels(undefined);
  await makeVideoFromAudio({ audioPath: recordings.twoCities, outputPath: path, repeatSeconds: 600 });
  const { id: textLesson } = await makeLesson(client, directory);
  const { id: course } = await client.createCourse('Large');
  const video = await client.uploadVideo(path);
  const { id: videoLesson } = await client.createLesson({ title: 'A lecture', file: video, course });
  const { user } = await client.call(accountSchema, '/api/auth/account/');
  const rows = await makeLargestRows(database, user.id);
  await database.query('vacuum analyze');
  const { paths } = await client.call(
    z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    '/api/openapi.json',
  );
  const routes = Object.entries(paths).flatMap(([route, methods]) =>
    'get' in methods && !/^\/(?:files|metrics|api\/(?:admin|events|health|auth\/oidc))/u.test(route)
      ? [route]
      : [],
  );
  const draftPath = pathOf('/api/question-sets/{id}/draft/', rows);
  const { questions, based_on_version } = await client.call(questionSetDraft, draftPath);
  const pdfs = HOSTILE_PDFS.filter(([, name]) => LARGEST_PDFS.has(name));
  const pdfFiles = pdfs.map((_, index) => join(directory, `hostile-${index}.pdf`));
  for (const [index, [, , make]] of pdfs.entries()) await writeFile(pdfFiles[index] ?? '', make());
  return {
    origin: client.origin,
    apiKey: client.apiKey,
    waitingCall: {
      path: '/api/question-sets/generate/',
      body: { lesson_id: textLesson, n: 50, answer_style: 'essay' },
    },
    course,
    videoLesson,
    video,
    readPaths: routes.map((route) => pathOf(route, rows)),
    largestPath: pathOf('/api/lessons/{id}/', rows),
    draft: {
      path: draftPath,
      body: {
        based_on_version,
        questions: questions.map((question) => ({ ...question, key_points: [], rubric: null })),
      },
    },
    pdfFiles,
  };
}

const p95 = (answers: readonly ReadAnswer[]): number =>
  percentile(
    answers.map(({ milliseconds }) => milliseconds),
    0.95,
  );

const describe = (answers: readonly ReadAnswer[]): string =>
  (['lesson', 'search', 'file'] as const)
    .map((what) => {
      const own = answers.filter((answer) => answer.what === what);
      return `${what} ${own.length} × p95 ${p95(own).toFixed(1)} ms`;
    })
    .join(', ');

/** Ends what an attack has left to do, so that the next measurement is one of an idle server. */
async function endJobs(database: Client): Promise<void> {
  await database.query(
    `update pgboss.job set state = 'cancelled', completed_on = now() where state in ('created', 'retry')`,
  );
  await until(
    'the running jobs end',
    async () => (await database.query(`select from pgboss.job where state = 'active'`)).rowCount === 0,
    600_000,
  );
}

const listParts = (lectern: LecternProcess) =>
  Promise.all((['api', 'worker', 'database'] as const).map((part) => lectern.findPart(part)));

async function withDatabase(dataDirectory: string, use: (database: Client) => Promise<void>): Promise<void> {
  const database = new Client({ connectionString: await getDatabaseUrlOf(dataDirectory) });
  await database.connect();
  try {
    await use(database);
  } finally {
    await database.end();
  }
}

await withDirectory((directory) =>
  withLectern(
    (lectern) =>
      withDatabase(lectern.dataDirectory, async (database) => {
        const { origin } = lectern;
        // The first account of an installation administers it.
        await registerClient(origin);
        const accounts: Reader[] = [];
        while (accounts.length < READING_ACCOUNTS) {
          const client = await registerClient(origin);
          const { id: lesson, file } = await makeLesson(client, directory);
          accounts.push({ apiKey: client.apiKey, lesson, file });
        }
        const order = await prepareAttack(await registerClient(origin), database, directory);
        const parts = await listParts(lectern);
        const readFor = (duration: number): Promise<ReadAnswer[]> =>
          keepReading(
            { origin, accounts, readers, pauseSeconds: PAUSE_SECONDS },
            AbortSignal.timeout(duration * 1000),
          );
        const readIdle = async (): Promise<ReadAnswer[]> => {
          await endJobs(database);
          await readFor(WARM_UP_SECONDS);
          return readFor(seconds);
        };
        let before = await readIdle();
        const measure = async (name: string, attacks: readonly Attack[]): Promise<void> => {
          const times = Object.fromEntries(attacks.map((attack) => [attack, TIMES[attack]]));
          const orderFile = join(directory, 'attack.json');
          await writeFile(orderFile, JSON.stringify({ ...order, times } satisfies AttackOrder));
          const written = lectern.output().length;
          const attacking = startProgram('e2e/hostile/attacker.child.ts', {
            arguments: [orderFile],
            environment: {},
          });
          setPriority(attacking.processId, constants.priority.PRIORITY_LOW);
          await sleep(WARM_UP_SECONDS * 1000);
          const attacked = await readFor(seconds);
          const [load = Number.NaN] = loadavg();
          await attacking.stop();
          const after = await readIdle();
          const idle = [...before, ...after];
          const ratio = p95(attacked) / p95(idle);
          const refused = attacked.filter(({ status }) => status !== 200);
          const isSame = (await listParts(lectern)).every((part, index) => part === parts[index]);
          console.log(
            `  idle: ${describe(idle)}; before ${p95(before).toFixed(1)} ms, after ${p95(after).toFixed(1)} ms`,
          );
          before = after;
          console.log(`  attacked: ${describe(attacked)}; load average ${load.toFixed(1)}`);
          console.log(`  what the attacker was answered: ${attacking.output().trim()}`);
          if (!isSame) console.log(`  what Lectern wrote:\n${lectern.output().slice(written)}`);
          printResult({
            name: `${readers} readers, ${name}`,
            value: `p95 ${p95(attacked).toFixed(1)} ms, ${refused.length} of ${attacked.length} not answered with 200, ${isSame ? 'no' : 'A'} restart`,
            peer: `idle ${p95(idle).toFixed(1)} ms`,
            ratio,
            goal: `≤ ${MOST_TIMES_SLOWER} times idle, all answered, no restart`,
            met: ratio <= MOST_TIMES_SLOWER && refused.length === 0 && isSame,
          });
        };
        for (const attack of ATTACKS)
          if (chosen === undefined || chosen.includes(attack)) await measure(attack, [attack]);
        if (chosen === undefined || chosen.includes('all')) await measure('all attacks at once', ATTACKS);
      }),
    { LIMITS_FACTOR: '' },
  ),
);
