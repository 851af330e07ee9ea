import mammoth from 'mammoth';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lesson as lessonSchema, type WireLesson } from '#contract/lessons.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { readPdf } from '#server/printing/testing/read-pdf.ts';
import { startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';

let application: TestApplication;
let teacher: TestInstructor;
let lesson: WireLesson;
let set: QuestionSetWithQuestions;

beforeAll(async () => {
  application = await startTestApplication({ worker: true });
  teacher = await application.register();
  const { id, docsource_id: docsourceId } = await teacher.makeTextLesson(
    readFileSync('server/language/testing/lessons/economics.txt', 'utf8'),
  );
  const summarized = await teacher.post('/api/summarize-file/', { lesson_id: id, docsource_id: docsourceId });
  lesson = summarized.read(200, lessonSchema);
  const made = await teacher.post('/api/question-sets/generate/', {
    lesson_id: id,
    n: 2,
    answer_style: 'essay',
  });
  set = made.read(200, questionSetWithQuestions);
  const named = { question_set_id: set.question_set.id, name: 'Saved' };
  (await teacher.post('/api/question-sets/save/', named)).read(200, questionSetWithQuestions);
});
afterAll(() => application.close());

const onOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

async function download(path: string, who = teacher): Promise<Response> {
  return fetch(application.origin + path, { headers: who.headers });
}

async function readFile(path: string): Promise<Uint8Array> {
  const response = await download(path);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

const readText = async (path: string): Promise<string> => Buffer.from(await readFile(path)).toString('utf8');
const readWord = async (path: string): Promise<string> =>
  (await mammoth.extractRawText({ buffer: Buffer.from(await readFile(path)) })).value;

/** Markdown as it is read: without the backslashes that make characters text. */
const unescape = (text: string): string => text.replaceAll(/\\(?=[^\s\w])/gu, '');

test('a study guide has summary, key terms, questions, answers and evidence, as PDF and Markdown', async () => {
  const pdf = onOneLine(
    (await readPdf(await readFile(`/api/lessons/${lesson.id}/study-guide/?format=pdf`))).join(' '),
  );
  const markdown = unescape(await readText(`/api/lessons/${lesson.id}/study-guide/?format=md`));
  expect(lesson.summary_points.length).toBeGreaterThan(0);
  expect(set.questions.length).toBeGreaterThan(0);
  const parts = [
    ...lesson.summary_points.flatMap(({ text, evidence }) => [text, evidence.quote]),
    ...lesson.key_terms.map(({ term }) => term),
    ...set.questions.map(({ text }) => text),
  ].map((part) => onOneLine(part).split(' ').slice(0, 6).join(' '));
  for (const part of ['Summary', 'Questions', 'Answers', ...parts]) {
    expect(pdf).toContain(part);
    expect(markdown).toContain(part);
  }
});

test('a study guide leaves out questions and answers on request', async () => {
  const path = `/api/lessons/${lesson.id}/study-guide/?format=md`;
  expect(await readText(`${path}&answers=false`)).not.toContain('## Answers');
  expect(await readText(`${path}&questions=false`)).not.toContain('## Questions');
});

test('the study guide of a course has its lessons, and says when there is nothing to learn from', async () => {
  expect(await readText(`/api/courses/${lesson.course}/study-guide/?format=md`)).toContain(
    `## ${lesson.title}`,
  );
  const empty = await teacher.makeCourse({ title: 'Empty' });
  const answer = await teacher.get(`/api/courses/${empty.id}/study-guide/?format=pdf`);
  expect(answer.readProblem(422).code).toBe('nothing_to_work_with');
});

test('a summary is exported with evidence as text, Markdown and Word', async () => {
  const path = `/api/lessons/${lesson.id}/summary/export/?format=`;
  const files = [
    await readText(`${path}txt`),
    unescape(await readText(`${path}md`)),
    await readWord(`${path}docx`),
  ];
  for (const file of files)
    for (const { text, evidence } of lesson.summary_points) {
      expect(onOneLine(file)).toContain(onOneLine(text));
      expect(onOneLine(file)).toContain(onOneLine(evidence.quote));
    }
});

const SUBTITLES = `1
00:00:01,000 --> 00:00:04,500
Plants turn <b>light</b> into sugar --> in their leaves.

2
00:01:02,000 --> 01:00:05,000
Leaves & roots differ.
`;

test('a transcript is exported as SRT, WebVTT, text, Markdown and Word', async () => {
  const { id } = await teacher.makeLesson({ file: 'https://example.org/lecture.mp4', title: 'Été: plants' });
  const brought = await teacher.call('PUT', `/api/lessons/${id}/transcript/`, { json: { text: SUBTITLES } });
  const { transcript_cues: cues } = brought.read(200, lessonSchema);
  expect(cues).toHaveLength(2);
  const path = `/api/lessons/${id}/transcript/export/?format=`;
  const srt = await readText(`${path}srt`);
  expect(srt).toContain('1\n00:00:01,000 --> 00:00:04,500\n');
  expect(srt.match(/-->/gu)).toHaveLength(2);
  const vtt = await readText(`${path}vtt`);
  expect(vtt.startsWith('WEBVTT\n\n00:00:01.000 --> 00:00:04.500\n')).toBe(true);
  expect(vtt).toContain('Leaves &amp; roots differ.');
  expect(await readText(`${path}txt`)).toContain('Leaves & roots differ.');
  expect(unescape(await readText(`${path}md`))).toContain('Leaves & roots differ.');
  expect(await readWord(`${path}docx`)).toContain('Leaves & roots differ.');
  const { headers } = await download(`${path}vtt`);
  expect(headers.get('content-type')).toContain('text/vtt');
  expect(headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%89t%C3%A9%20plants.vtt");
});

test('subtitles need times, and a document has no transcript', async () => {
  const plain = await teacher.makeLesson({
    file: 'https://example.org/b.mp4',
    audio_transcript: 'One. Two.',
  });
  (await teacher.get(`/api/lessons/${plain.id}/transcript/export/?format=srt`)).readProblem(409);
  expect(await readText(`/api/lessons/${plain.id}/transcript/export/?format=md`)).toContain('One. Two.');
  (await teacher.get(`/api/lessons/${lesson.id}/transcript/export/?format=txt`)).readProblem(409);
});

test('rejects another instructor and unknown formats', async () => {
  const stranger = await application.register();
  for (const path of [
    `/api/lessons/${lesson.id}/transcript/export/?format=`,
    `/api/lessons/${lesson.id}/summary/export/?format=`,
    `/api/lessons/${lesson.id}/study-guide/?format=`,
    `/api/courses/${lesson.course}/study-guide/?format=`,
  ]) {
    (await stranger.get(`${path}md`)).readProblem(404);
    (await teacher.get(`${path}odt`)).readProblem(400);
  }
});
