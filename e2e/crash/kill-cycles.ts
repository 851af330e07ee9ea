import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { registerClient, type ApiClient } from '../api-client.ts';
import { queryDatabase } from '../database-of.ts';
import { startLectern, until, type LecternProcess } from '../lectern-process.ts';
import { listDescendants } from '../process-table.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import { keepWriting } from './keep-writing.ts';
import { Ledger, listDamagedTranscripts, listDoubledWork, type Verdict } from './ledger.ts';

/** What is killed: one process, the one that supervises, or every process at once as in a power cut. */
export const TARGETS = ['worker', 'api', 'database', 'main', 'everything'] as const;
export type Target = (typeof TARGETS)[number];

/** Up to this long after being back, so that a kill meets writes, uploads and jobs at any of their lines. */
const LONGEST_CALM_MILLISECONDS = 1_500;

export interface KillReport extends Verdict {
  readonly kills: number;
  /** From the kill until a course was written and a document was read by a job again, by target. */
  readonly backMilliseconds: Readonly<Record<Target, number[]>>;
  readonly transcriptions: { readonly done: number; readonly retried: number };
  readonly outages: number;
  readonly unexpected: readonly unknown[];
}

export interface KillOptions {
  readonly dataDirectory: string;
  /** An MP4 that takes longer to transcribe than a few kills take. */
  readonly video: string;
  readonly kills: number;
  readonly choice: SeededChoice;
  readonly onKill?: (count: number, target: Target, backMilliseconds: number) => void;
}

/**
 * Starts Lectern, has one instructor write without a pause and a lecture transcribed, sends SIGKILL `kills` times,
 * and at the end compares the acknowledged writes with the stored ones.
 */
export async function runKillCycles(options: KillOptions): Promise<KillReport> {
  const { dataDirectory, video, kills, choice } = options;
  let running = await startLectern({
    dataDirectory,
  });
  try {
    const client = await registerClient(running.origin);
    const { id: homeCourse } = await client.createCourse('The course with the lessons');
    const transcribing = new Transcribing(client, homeCourse, await client.uploadVideo(video));
    await transcribing.begin();
    const ledger = new Ledger();
    const writing = await keepWriting({ client, ledger, homeCourse, video });
    const backMilliseconds: Record<Target, number[]> = {
      worker: [],
      api: [],
      database: [],
      main: [],
      everything: [],
    };
    for (let count = 0; count < kills; count += 1) {
      await sleep(choice.share() * LONGEST_CALM_MILLISECONDS);
      const target = TARGETS[count % TARGETS.length] ?? 'worker';
      const started = performance.now();
      running = await kill(running, target);
      await untilInService(ledger, target).catch((error: unknown) => {
        throw new Error(`${String(error)}; ${ledger.describe()}\n${running.output().slice(-4_000)}`, {
          cause: error,
        });
      });
      const back = performance.now() - started;
      backMilliseconds[target].push(back);
      options.onKill?.(count + 1, target, back);
      await transcribing.goOn();
    }
    await transcribing.finish();
    await writing.stop();
    const verdict = await ledger.verify(client, homeCourse);
    const ask = <Row extends Record<string, unknown>>(sql: string) => queryDatabase<Row>(dataDirectory, sql);
    return {
      ...verdict,
      lost: [...verdict.lost, ...transcribing.lost, ...(await listDamagedTranscripts(ask))],
      doubled: [...verdict.doubled, ...(await listDoubledWork(ask))],
      kills,
      backMilliseconds,
      transcriptions: { done: transcribing.done, retried: await countRetried(ask) },
      outages: writing.countOutages(),
      unexpected: writing.unexpected,
    };
  } finally {
    await running.stop();
  }
}

async function kill(running: LecternProcess, target: Target): Promise<LecternProcess> {
  if (target === 'main' || target === 'everything') {
    const all = target === 'everything' ? await listEverything(running) : [];
    for (const processId of [running.processId, ...all]) killIfThere(processId);
    await running.exited;
    return startLectern({
      dataDirectory: running.dataDirectory,
      port: Number(new URL(running.origin).port),
    });
  }
  const processId = await running.getPart(target);
  process.kill(processId, 'SIGKILL');
  await until(`another ${target} than ${processId}`, async () => {
    const now = await running.findPart(target);
    return now !== undefined && now !== processId;
  });
  return running;
}

/** A database that outlived its Lectern has no parent process, so it is checked separately. */
async function listEverything(running: LecternProcess): Promise<number[]> {
  const database = await running.getPart('database');
  const below = await Promise.all([listDescendants(running.processId), listDescendants(database)]);
  return [...new Set([database, ...below.flat().map(({ processId }) => processId)])];
}

function killIfThere(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Pages are answered, writes are taken, and a job has come to its end: reading a document is one. */
async function untilInService(ledger: Ledger, target: Target): Promise<void> {
  const { size: courses } = ledger.courses;
  const { size: lessons } = ledger.lessons;
  const deleted = ledger.deletedCourses.size;
  await until(`writes are taken and jobs are done after the end of ${target}`, () =>
    Promise.resolve(
      ledger.courses.size + ledger.deletedCourses.size > courses + deleted && ledger.lessons.size > lessons,
    ),
  );
}

const countRetried = async (ask: (sql: string) => Promise<Record<string, unknown>[]>): Promise<number> =>
  z
    .array(z.object({ count: z.int() }))
    .parse(await ask(`select count(*)::int as count from pgboss.job where retry_count > 0`))
    .reduce((sum, { count }) => sum + count, 0);

/** Keeps one transcription in flight: when it has arrived the next one begins. */
class Transcribing {
  readonly #client: ApiClient;
  readonly #homeCourse: number;
  readonly #file: string;
  #lesson = 0;
  done = 0;
  readonly lost: string[] = [];

  constructor(client: ApiClient, homeCourse: number, file: string) {
    this.#client = client;
    this.#homeCourse = homeCourse;
    this.#file = file;
  }

  async begin(): Promise<void> {
    const title = `The lecture, ${this.done + 1}`;
    const { id } = await this.#client.createLesson({ title, file: this.#file, course: this.#homeCourse });
    await this.#client.transcribe(id);
    this.#lesson = id;
  }

  async goOn(): Promise<void> {
    if (await this.#hasArrived()) await this.begin();
  }

  async finish(): Promise<void> {
    await until('the last transcription has arrived', () => this.#hasArrived(), 180_000);
  }

  async #hasArrived(): Promise<boolean> {
    const lesson = await this.#client.getLesson(this.#lesson);
    if (lesson.transcription_error !== null) {
      this.lost.push(`transcription of lesson ${this.#lesson}: ${lesson.transcription_error}`);
      return true;
    }
    if (lesson.audio_transcript === '') return false;
    this.done += 1;
    return true;
  }
}
