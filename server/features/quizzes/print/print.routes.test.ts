import mammoth from 'mammoth';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MISSING_CHARACTERS_HEADER } from '#contract/missing-characters.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { readPdf } from '#server/printing/testing/read-pdf.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';

let application: TestApplication;
let teacher: TestInstructor;
let set: QuestionSetWithQuestions;

beforeAll(async () => {
  application = await startTestApplication({ worker: true });
  teacher = await application.register();
  const lesson = await teacher.makeTextLesson(
    readFileSync('server/language/testing/lessons/economics.txt', 'utf8'),
  );
  set = (
    await teacher.post('/api/question-sets/generate/', {
      lesson_id: lesson.id,
      n: 2,
      answer_style: 'essay',
      name: 'Été / midterm',
    })
  ).read(200, questionSetWithQuestions);
});
afterAll(() => application.close());

const print = (settings: object, who = teacher): Promise<Response> =>
  fetch(`${application.origin}/api/question-sets/${set.question_set.id}/print/`, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ part: 'paper', format: 'pdf', ...settings }),
  });

async function printPages(settings: object): Promise<string[]> {
  const response = await print(settings);
  expect(response.status).toBe(200);
  return readPdf(new Uint8Array(await response.arrayBuffer()));
}

test('prints a paper with its header, and a key with the evidence', async () => {
  const stems = set.questions.map(({ text }) => text.replaceAll(/\s+/gu, ' '));
  expect(stems.length).toBeGreaterThan(0);
  const settings = { instructions: 'No notes are allowed.', date: '24 November', points_per_essay: 10 };
  const paper = (await printPages(settings)).join(' ');
  for (const part of [
    'Été / midterm',
    'Cell biology',
    'Student number',
    '24 November',
    'No notes are allowed.',
    '10 points',
    'Version A',
  ])
    expect(paper).toContain(part);
  // A reader finds the points at the end of the first line of a stem.
  for (const stem of stems) expect(paper.replaceAll('10 points ', '')).toContain(stem);
  const key = (await printPages({ ...settings, part: 'key' })).join(' ');
  for (const { evidence, key_points: points } of set.questions) {
    expect(key).toContain(evidence?.quote.replaceAll(/\s+/gu, ' ').slice(0, 40));
    for (const point of points) expect(key).toContain(point.slice(0, 40));
  }
  const codes = [paper, key].map((pages) => /Exam code [A-Z2-9]{5}/u.exec(pages)?.[0]);
  expect(codes[0]).toBe(codes[1]);
});

test('prints versions with pages of their own, on the paper that was chosen', async () => {
  const response = await print({ versions: 3, paper: 'letter' });
  const file = new Uint8Array(await response.arrayBuffer());
  const pages = await readPdf(file);
  for (const letter of ['A', 'B', 'C'])
    expect(pages.some((page) => page.includes(`Version ${letter}`) && page.includes('Page 1 of'))).toBe(true);
  expect(Buffer.from(file).toString('latin1')).toContain('/MediaBox [0 0 612 792]');
});

test('answers a Word file, named after the exam, in Spanish', async () => {
  const response = await print({ format: 'docx', title: 'Examen 光', language: 'es', part: 'answer_sheet' });
  expect(response.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Examen%20%E5%85%89%20answer%20sheet.docx",
  );
  expect(response.headers.get(MISSING_CHARACTERS_HEADER)).toBeNull();
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(await response.arrayBuffer()) });
  expect(value).toContain('Hoja de respuestas');
});

test('says which characters a PDF cannot show', async () => {
  const response = await print({ title: 'Light 光 🎉' });
  expect(response.headers.get(MISSING_CHARACTERS_HEADER)).toBe('U+5149 U+1F389');
  await response.arrayBuffer();
});

test('rejects another instructor and unknown settings', async () => {
  expect((await print({}, await application.register())).status).toBe(404);
  for (const settings of [
    { part: 'book' },
    { format: 'odt' },
    { versions: 0 },
    { versions: 7 },
    { essay_lines: 1_000 },
  ])
    expect((await print(settings)).status).toBe(400);
});
