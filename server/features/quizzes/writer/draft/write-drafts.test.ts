import { describe, expect, test } from 'vitest';
import type { StatementWriter } from '#server/ai/statement-writer.ts';
import { TextGeneratorUnavailableError, type ObjectGenerator } from '#server/ai/text-generator.ts';
import { LESSON_NAMES, lessonOf, readLesson } from '#server/language/testing/read-lesson.ts';
import { fakeSmallModel, fakeStatementWriter } from '#server/testing/fake-models.ts';
import { collectCandidates } from '../testing/collect-candidates.ts';
import type { WriteCandidatesRequest, WriterReport, WrittenCandidate } from '../written-candidate.ts';

async function write(
  lesson = readLesson('biology'),
  more: Partial<WriteCandidatesRequest> = {},
  writer: Partial<StatementWriter> = {},
): Promise<{ report: WriterReport; candidates: WrittenCandidate[] }> {
  const generator: ObjectGenerator = {
    ...fakeSmallModel,
    statementWriter: { ...fakeStatementWriter, ...writer },
  };
  return collectCandidates(lesson, { count: 5, generator, ...more });
}

test.each(LESSON_NAMES)(
  'drafts of %s quote the lesson verbatim, each a different statement',
  async (name) => {
    const lesson = readLesson(name);
    const { report, candidates } = await write(lesson);
    expect(report).toMatchObject({ written: 5, note: null });
    for (const { question, writtenBy } of candidates) {
      expect(writtenBy).toBe('small_model');
      const passage = lesson.passages.find(({ id }) => id === question.evidence.passage_id);
      expect(passage?.text).toContain(question.evidence.quote);
      expect(['remember', 'understand']).toContain(question.blooms_taxonomy);
      expect(['easy', 'medium']).toContain(question.difficulty);
      expect(question.options.filter((option) => option.is_correct)).toHaveLength(1);
    }
    expect(new Set(candidates.map(({ question }) => question.evidence.quote)).size).toBe(5);
  },
);

test('asks about several sections of a lesson', async () => {
  const { candidates } = await write();
  const lesson = readLesson('biology');
  const sections = candidates.map(
    ({ question }) => lesson.passages.find(({ id }) => id === question.evidence.passage_id)?.section,
  );
  expect(new Set(sections).size).toBeGreaterThan(2);
});

test('does not repeat questions of the bank', async () => {
  const { candidates: first } = await write();
  const { candidates: second } = await write(undefined, { avoid: first.map(({ question }) => question) });
  const quotes = new Set(first.map(({ question }) => question.evidence.quote));
  expect(second).toHaveLength(5);
  expect(second.filter(({ question }) => quotes.has(question.evidence.quote))).toEqual([]);
});

test('shows the best of three candidates', async () => {
  const { candidates } = await write(
    undefined,
    { count: 1 },
    {
      weighLetters: ({ question, options }) =>
        Promise.resolve(options.map(() => (question.startsWith('Which words') ? -0.05 : -1))),
    },
  );
  expect(candidates[0]?.question.text).toMatch(/^Which words/u);
});

test('resamples wrong answers until they differ', async () => {
  const { candidates } = await write(
    undefined,
    { count: 1 },
    {
      draft: async (request) => {
        const drafted = await fakeStatementWriter.draft(request);
        if (drafted === undefined) return undefined;
        const [first = ''] = drafted.wrong;
        return { ...drafted, wrong: [first, `${first}s`, drafted.answer] };
      },
    },
  );
  const options = candidates[0]?.question.options.map(({ text }) => text.toLowerCase()).join('; ');
  expect(options).toMatch(/grey harbour(?!s)/u);
  expect(options).toMatch(/crimson lantern/u);
  expect(options).toMatch(/wooden ladder/u);
});

test.each<[string, Partial<StatementWriter>]>([
  ['invalid answers', { draft: () => Promise.resolve(undefined) }],
  [
    'a key that the model itself rejects',
    { weighLetters: ({ options }) => Promise.resolve(options.map(() => -9)) },
  ],
])('shows no draft with %s, and reports that there are none', async (_, writer) => {
  const { report, candidates } = await write(undefined, {}, writer);
  expect(candidates).toEqual([]);
  expect(report).toMatchObject({ written: 0, note: { code: 'questions_none' } });
});

describe('what the small model does not write', () => {
  test.each<Partial<WriteCandidatesRequest>>([
    { difficulty: 'hard' },
    { levels: ['apply', 'analyze'] },
    { answerStyle: 'essay' },
  ])('%j', async (asked) => {
    const { report, candidates } = await write(undefined, asked);
    expect(candidates).toEqual([]);
    expect(report).toMatchObject({
      limit: { code: 'questions_beyond_small_model' },
      note: { code: 'questions_beyond_small_model' },
    });
  });

  test('writes the supported levels, and the note names the others', async () => {
    const { report } = await write(undefined, { levels: ['remember', 'understand', 'apply'], count: 2 });
    expect(report).toMatchObject({ written: 2, limit: { code: 'questions_beyond_small_model' } });
  });

  test('text in another language', async () => {
    const { report } = await write(lessonOf('Die Katze sitzt auf dem Dach und schaut in den Garten.'));
    expect(report).toMatchObject({ written: 0, note: { code: 'questions_english_only' } });
  });
});

test('stops when the model is unavailable', async () => {
  const away = {
    draft: () => Promise.reject(new TextGeneratorUnavailableError('Away.', 'not_ready', {})),
  };
  const { report } = await write(undefined, { count: 2 }, away);
  expect(report).toMatchObject({ written: 0, isInterrupted: true, note: { code: 'questions_no_more' } });
});

test('stops immediately when the caller aborts', async () => {
  const stop = new AbortController();
  const promise = write(
    undefined,
    { signal: stop.signal },
    {
      draft: (request) => {
        stop.abort(new Error('Enough.'));
        return fakeStatementWriter.draft(request);
      },
    },
  );
  await expect(promise).rejects.toThrow('Enough.');
});
