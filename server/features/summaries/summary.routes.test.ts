import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lesson as lessonSchema } from '#contract/lessons.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const TEXT = readFileSync('server/language/testing/lessons/economics.txt', 'utf8').replaceAll(/^#+ /gm, '');
const application = await useTestApplication({ worker: true });
const teacher = await application.register();
const lesson = await teacher.makeTextLesson(TEXT);

const summarizeFile = (json: object) => teacher.post('/api/summarize-file/', json);

test('a text lesson is summarised in points that each rest on words of the lesson', async () => {
  const answer = await summarizeFile({ lesson_id: lesson.id, docsource_id: lesson.docsource_id });
  const summarized = answer.read(200, lessonSchema);
  expect(summarized.summary.length).toBeGreaterThan(100);
  expect(summarized.summary_points.length).toBeGreaterThan(2);
  const rows = await application.dependencies.database
    .selectFrom('passages')
    .select(['id', 'text', 'position'])
    .where('docsource_id', '=', lesson.docsource_id ?? '')
    .execute();
  const passages = new Map(rows.map((row) => [row.id, row]));
  const positions = summarized.summary_points.map(({ evidence }) => {
    // Where a text has neither pages nor times, its sections or paragraphs say where.
    expect(evidence.section ?? evidence.paragraph).toBeDefined();
    const passage = passages.get(evidence.passage_id);
    expect(passage?.text).toContain(evidence.quote);
    return passage?.position ?? -1;
  });
  // In the order of the lesson.
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
  expect(await teacher.readLesson(lesson.id)).toEqual(summarized);
});

test('is as long as was asked for, with the terms that the lesson explains', async () => {
  const json = { lesson_id: lesson.id, docsource_id: lesson.docsource_id };
  const sizes: number[] = [];
  for (const length of ['short', 'medium', 'long'] as const) {
    const summarized = (await summarizeFile({ ...json, length })).read(200, lessonSchema);
    expect(summarized.summary_length).toBe(length);
    expect(summarized.summary_note).toBeNull();
    expect(summarized.key_terms.length).toBeGreaterThan(2);
    expect(summarized.key_terms.map(({ term }) => term)).toContain('Equilibrium');
    sizes.push(summarized.summary.length);
  }
  expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
  expect((await summarizeFile(json)).read(200, lessonSchema).summary_length).toBe('medium');
  for (const length of ['huge', '', 5, ['short']]) {
    expect((await summarizeFile({ ...json, length })).readProblem(400).code).toBe('validation_failed');
  }
});

test('writes all lengths at once, and keeps an edited one unless asked to replace it, and edited key terms always', async () => {
  const json = { lesson_id: lesson.id, docsource_id: lesson.docsource_id };
  const made = (await summarizeFile({ ...json, length: 'short' })).read(200, lessonSchema);
  expect(made.summaries.map(({ length }) => length)).toEqual(['short', 'medium', 'long']);
  const sizes = made.summaries.map(({ text }) => text.length);
  expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
  const [first, second] = made.summaries[2]?.points ?? [];
  const [term] = made.key_terms;
  if (first === undefined || second === undefined || term === undefined) throw new Error('No lines to edit.');
  const edited = {
    length: 'long',
    points: [{ ...second, text: 'Scarcity forces choices.' }, first],
    key_terms: [{ ...term, definition: 'In my own words.' }],
  };
  const path = `/api/lessons/${lesson.id}/summary/`;
  const answer = (await teacher.call('PUT', path, { json: edited })).read(200, lessonSchema);
  expect(answer).toMatchObject({ summary_length: 'long', key_terms: [{ definition: 'In my own words.' }] });
  expect(answer.summary_points.map(({ text }) => text)).toEqual(['Scarcity forces choices.', first.text]);
  expect(answer.summary_points[0]?.evidence).toEqual(second.evidence);
  expect(answer.summary.replaceAll(/\s+/gu, ' ')).toBe(`Scarcity forces choices. ${first.text}`);
  expect(answer.summaries[0]).toEqual(made.summaries[0]);
  const again = (await summarizeFile({ ...json, length: 'short' })).read(200, lessonSchema);
  expect(again.summary_length).toBe('short');
  expect(again.summaries[2]).toEqual(answer.summaries[2]);
  expect(again.key_terms).toEqual(answer.key_terms);
  const kept = (await summarizeFile({ ...json, length: 'long' })).read(200, lessonSchema);
  expect(kept.summaries[2]).toEqual(answer.summaries[2]);
  const replacing = { ...json, length: 'long', replaces_edits: true };
  const replaced = (await summarizeFile(replacing)).read(200, lessonSchema);
  expect(replaced.summaries[2]).toMatchObject({ is_edited: false, text: made.summaries[2]?.text });
  expect(replaced.key_terms).toEqual(answer.key_terms);
});

test('keeps every quote of an edited point, and rejects one that is not in the lesson', async () => {
  const made = await teacher.makeTextLesson(
    readFileSync('server/language/testing/lessons/economics.txt', 'utf8'),
  );
  const json = { lesson_id: made.id, docsource_id: made.docsource_id };
  const { summary_points: points } = (await teacher.post('/api/summarize-file/', json)).read(
    200,
    lessonSchema,
  );
  const [first, second] = points.map(({ evidence }) => evidence);
  const editWith = (further: unknown) =>
    teacher.call('PUT', `/api/lessons/${made.id}/summary/`, {
      json: {
        length: 'short',
        points: [{ text: 'Both.', evidence: first, further_evidence: [further] }],
        key_terms: [],
      },
    });
  const edited = (await editWith(second)).read(200, lessonSchema);
  expect(edited.summary_points).toEqual([{ text: 'Both.', evidence: first, further_evidence: [second] }]);
  (await editWith({ ...second, quote: 'Nothing of this lesson.' })).readProblem(400);
});

test('a video is summarised from its transcript, with seconds', async () => {
  const { id } = await teacher.makeLesson({ file: 'https://example.org/lecture.mp4' });
  const missing = (await teacher.post('/api/summarize-video/', { lesson_id: id })).readProblem(409);
  expect(missing.code).toBe('transcript_missing');
  const lines = readFileSync('server/language/testing/lessons/computing-spoken.txt', 'utf8')
    .replaceAll(/^#+ .*$/gm, '')
    .split(/(?<=\.)\s+/);
  const clock = (second: number) =>
    `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000`;
  const cues = lines.map((line, index) => `${clock(index * 5)} --> ${clock(index * 5 + 5)}\n${line.trim()}`);
  const json = { text: `WEBVTT\n\n${cues.join('\n\n')}\n` };
  (await teacher.call('PUT', `/api/lessons/${id}/transcript/`, { json })).read(200, lessonSchema);
  const summarized = (await teacher.post('/api/summarize-video/', { lesson_id: id })).read(200, lessonSchema);
  expect(summarized.summary_points.length).toBeGreaterThan(1);
  for (const { evidence } of summarized.summary_points) {
    expect(evidence.start_second).not.toBeNull();
    expect(evidence.end_second).toBeGreaterThan(evidence.start_second ?? 0);
    expect(evidence.page).toBeNull();
    // The second is that of the quoted words, not of their passage.
    const [firstWord = '?'] = evidence.quote.split(' ');
    expect(lines[Math.floor((evidence.start_second ?? 0) / 5)]).toContain(firstWord);
  }
});

describe('what is refused', () => {
  test.each([
    ['numbers', '12 | 34 | 56\n\n78 | 90 | 12\n\n34 | 56 | a', /numbers or code/u],
    [
      'another language',
      'Die Katze sitzt auf dem Dach und schaut in den Garten. Der Hund schläft.',
      /English/u,
    ],
    ['scraps', 'And so it is with them.\n\nThat was all of it.', /no sentences/u],
  ])('a lesson of %s, with the reason', async (_, text, reason) => {
    const made = await teacher.makeTextLesson(text);
    const answer = await summarizeFile({ lesson_id: made.id, docsource_id: made.docsource_id });
    expect(answer.readProblem(422).detail).toMatch(reason);
  });

  test('rejects a document lesson without a document, with the fixed text', async () => {
    const { id } = await teacher.makeLesson({ file: 'https://example.org/a.pdf' });
    for (const documentSourceId of ['', null, undefined]) {
      const problem = (await summarizeFile({ lesson_id: id, docsource_id: documentSourceId })).readProblem(
        400,
      );
      expect(problem.detail).toBe('Missing document source ID for text lesson');
    }
  });
});
