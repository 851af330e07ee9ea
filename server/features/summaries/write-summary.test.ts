import { describe, expect, test } from 'vitest';
import { lesson as lessonSchema, type WireLesson } from '#contract/lessons.ts';
import { fakeTextEmbedder } from '#server/testing/fake-models.ts';
import { writeSummary } from './write-summary.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ worker: true });
const teacher = await application.register();

const PLANTS = [
  'Plants turn the energy of light into sugar, which they store in their roots for the winter.',
  'Water rises from the roots to the leaves because it evaporates there and pulls more water after it.',
  'Carbon dioxide enters through small openings that the plant closes when the air is hot and dry.',
  'Chlorophyll is the green substance that takes up the light and gives leaves their colour.',
];
const MARKETS = [
  'A market is a place where buyers and sellers exchange goods at a price that both accept.',
  'The price of a good rises when more people want it than the sellers have to offer.',
  'Inflation is a lasting rise of the prices of most goods, which makes money worth less.',
  'Central banks raise interest rates because dear credit keeps people from spending too much.',
];
const toSubtitles = (sentences: readonly string[]): string =>
  sentences
    .map((text, index) => `${index + 1}\n00:00:1${index},000 --> 00:00:1${index},900\n${text}\n`)
    .join('\n');
const bring = async (id: number, sentences: readonly string[]): Promise<WireLesson> =>
  (
    await teacher.call('PUT', `/api/lessons/${id}/transcript/`, { json: { text: toSubtitles(sentences) } })
  ).read(200, lessonSchema);

/** Writes the summary of a new lecture about plants; `change` runs once during the generation. */
async function write(change: (lesson: WireLesson) => Promise<unknown>): Promise<WireLesson> {
  const { id } = await teacher.makeLesson({ file: 'https://example.org/lecture.mp4' });
  const lesson = await bring(id, PLANTS);
  const { dependencies } = application.worker;
  let isDone = false;
  const embed: typeof fakeTextEmbedder.embed = async (...texts) => {
    if (!isDone) {
      isDone = true;
      await change(lesson);
    }
    return fakeTextEmbedder.embed(...texts);
  };
  const textEmbedder = { ...fakeTextEmbedder, embed };
  const request = { lesson_id: id, length: 'medium' as const };
  await writeSummary({ ...dependencies, textEmbedder }, request, AbortSignal.timeout(30_000));
  expect(isDone).toBe(true);
  return teacher.readLesson(id);
}

describe('while a summary is being written', () => {
  test('a new transcript restarts it with the new text', async () => {
    const { summary, summary_points: points } = await write(({ id }) => bring(id, MARKETS));
    expect(summary).toMatch(/price|market|credit/u);
    expect(summary).not.toMatch(/plant|water|light/iu);
    for (const { evidence } of points) expect(evidence.changed).toBeUndefined();
  });

  test('the instructor’s own edits are kept', async () => {
    const own = 'What I say about plants.';
    const { summary, summaries } = await write(async ({ id, docsource_id: source }) => {
      const { database } = application.dependencies;
      const { id: passage } = await database
        .selectFrom('passages')
        .select('id')
        .where('docsource_id', '=', source ?? '')
        .limit(1)
        .executeTakeFirstOrThrow();
      const evidence = { quote: 'Plants turn the energy of light into sugar', passage_id: passage };
      const json = { length: 'medium', points: [{ text: own, evidence }], key_terms: [] };
      (await teacher.call('PUT', `/api/lessons/${id}/summary/`, { json })).read(200, lessonSchema);
    });
    expect(summary).toBe(own);
    expect(summaries.filter(({ is_edited: isEdited }) => isEdited).map(({ text }) => text)).toEqual([own]);
  });
});

test('replaces a summary that was supplied with the lesson only if the instructor agrees', async () => {
  const { id } = await teacher.makeLesson({
    file: 'https://example.org/lecture.mp4',
    summary: 'The summary that I brought.',
  });
  await bring(id, PLANTS);
  const summarize = async (replaces: boolean): Promise<string> =>
    (await teacher.post('/api/summarize-video/', { lesson_id: id, replaces_edits: replaces })).read(
      200,
      lessonSchema,
    ).summary;
  expect(await summarize(false)).toBe('The summary that I brought.');
  expect(await summarize(true)).toMatch(/sugar|water|light/iu);
});

describe('of a rough transcript', () => {
  const summarizeWith = async (isSure: (text: string) => boolean) => {
    const { id } = await teacher.makeLesson({ file: 'https://example.org/lecture.mp4' });
    const { transcript_cues: cues } = await bring(id, [...PLANTS, ...MARKETS]);
    const heard = cues.map((cue) => ({
      ...cue,
      word_confidences: cue.text.split(' ').map(() => (isSure(cue.text) ? 95 : 40)),
    }));
    await application.dependencies.database
      .updateTable('transcriptions')
      .set({ cues: JSON.stringify(heard) })
      .where('lesson_id', '=', id)
      .execute();
    return teacher.post('/api/summarize-video/', { lesson_id: id, length: 'long' });
  };

  test('leaves out sentences with many uncertain words, and says so in the note', async () => {
    const answer = await summarizeWith((text) => PLANTS.includes(text));
    const { summary, key_terms: terms, summary_note: note } = answer.read(200, lessonSchema);
    expect(summary).toMatch(/plant|water|light/iu);
    expect(summary).not.toMatch(/market|price|bank/iu);
    expect(terms.map(({ term }) => term)).not.toContain('Market');
    expect(note).toMatch(/unsure of \d+ % of this transcript/u);
  });

  test('fails if every sentence is uncertain, and the error says why', async () => {
    const answer = await summarizeWith(() => false);
    expect(answer.readProblem(422).detail).toContain('too many uncertain words');
  });
});
