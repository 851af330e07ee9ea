import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ObjectRequest, TextGenerator, TokenCount } from '#server/ai/text-generator.ts';
import { splitSentences } from '#server/documents/sentences.ts';
import { createFakeWorkerModels } from '#server/testing/fake-models.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import type { WorkerDependencies } from '#server/worker-dependencies.ts';
import { SUMMARY_DEADLINE_MILLISECONDS, writeSummary } from './write-summary.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ worker: true });

const SECONDS_A_CALL = 20;
const TEXT = ['economics', 'biology', 'history']
  .map((name) => readFileSync(`server/language/testing/lessons/${name}.txt`, 'utf8').replaceAll(/^#+ /gm, ''))
  .join('\n\n');

/** A local model that takes 20 s for each call. It writes the first sentence of each part, and accepts all sentences as true. */
class SlowModel implements TextGenerator {
  readonly name = 'slow';
  readonly drafts: string[] = [];
  calls = 0;
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  async generateObject<T>({
    system,
    prompt,
    schema,
    signal,
  }: ObjectRequest<T>): Promise<{ object: T } & TokenCount> {
    this.calls += 1;
    await this.#clock.advance(SECONDS_A_CALL * 1000);
    signal?.throwIfAborted();
    return {
      object: schema.parse(
        system.includes('You check a summary') ? this.#check(prompt) : this.#write(prompt),
      ),
      inputTokens: 1,
      outputTokens: 1,
    };
  }

  streamText(): ReturnType<TextGenerator['streamText']> {
    throw new Error('No summary is streamed.');
  }

  #write(prompt: string): unknown {
    // Without the random words that delimit the lesson.
    this.drafts.push(prompt.replaceAll(/MATERIAL [0-9a-f]{16}/gu, 'MATERIAL'));
    const material =
      /\n(?:Section: .*\n)?([^]*?)\n<<<END/u.exec(prompt.slice(prompt.indexOf('Lesson:')))?.[1] ?? '';
    const text = splitSentences(material)[0]?.text ?? '';
    return { points: [{ text, quotes: [text] }] };
  }

  #check(prompt: string): unknown {
    const points = [...prompt.matchAll(/^(\d+)\. /gmu)];
    return {
      points: points.map(([, number]) => ({ number: Number(number), follows: true, stands_alone: true })),
    };
  }
}

/** Replaces the configured model. */
const modelsOf = (generator: SlowModel): WorkerDependencies['languageModels'] => ({
  current: () => ({
    generator,
    writerName: generator.name,
    choice: { service: undefined, local: undefined },
  }),
  refresh: () => Promise.resolve(),
});

test('a slow model gets further with each attempt, and the page shows the finished parts and sentences of the lesson', async () => {
  const teacher = await application.register();
  const lesson = await teacher.makeTextLesson(TEXT);
  const { database } = application.dependencies;
  const clock = new ManualClock();
  const model = new SlowModel(clock);
  const dependencies: WorkerDependencies = {
    ...application.worker.dependencies,
    ...createFakeWorkerModels(application.dependencies.config),
    clock,
    languageModels: modelsOf(model),
  };
  const write = () =>
    writeSummary(dependencies, { lesson_id: lesson.id, length: 'long' }, new AbortController().signal);
  const countKept = async () =>
    (await database.selectFrom('summary_stretches').select('fingerprint').execute()).length;

  await write();
  const began = clock.monotonic();
  expect(began).toBeLessThanOrEqual(SUMMARY_DEADLINE_MILLISECONDS);
  const first = await teacher.readLesson(lesson.id);
  expect(first.summary_note).toContain('did not finish in time');
  expect(first.summary_note).toMatch(/\d+ of \d+ points are sentences of the lesson/u);
  expect(await countKept()).toBeGreaterThan(3);

  let attempts = 1;
  while ((await countKept()) > 0 && attempts < 10) {
    await write();
    attempts += 1;
  }
  expect(attempts).toBeGreaterThan(1);
  expect(attempts).toBeLessThan(10);
  const last = await teacher.readLesson(lesson.id);
  expect(last.summary_note ?? '').not.toContain('did not finish in time');
  // Each finished part was requested once; only what the deadline interrupted was requested again.
  expect(model.drafts.length - new Set(model.drafts).size).toBeLessThan(attempts);
  expect(await countKept()).toBe(0);
});
