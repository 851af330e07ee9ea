import { expect, test } from 'vitest';
import { getLessonText } from '#server/features/lessons/lesson-text.ts';
import { prepareQuestions } from './prepare-questions.ts';
import { jobContext, jobOf, makeReadLesson, readBank, replaceText, workerOf } from './testing/bank-test.ts';
import { createScriptedBankWriter, riverText } from './testing/scripted-bank-writer.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({
  languageModel: 'fake',
  variables: { PREPARE_QUESTIONS: 'on' },
});
const teacher = await application.register();

async function prepare(lessonId: number, writer = createScriptedBankWriter()): Promise<void> {
  const context = jobContext({ jobId: await jobOf(application, lessonId) });
  const payload = { lesson_id: lessonId, is_requested: false };
  await prepareQuestions(workerOf(application), payload, context, writer.write);
}

const rivers = (texts: readonly { text: string }[]): string[] =>
  texts.map(({ text }) => /on the (\w+)/.exec(text)?.[1] ?? '').toSorted();

test('another text keeps the candidates whose quotes it contains, at their new place, and tops up the bank', async () => {
  const lesson = await makeReadLesson(application, teacher, riverText(0, 12));
  await prepare(lesson.id);
  const before = (await readBank(teacher, lesson.id)).candidates;
  const [rejected] = before;
  await teacher.call('DELETE', `/api/question-bank/${rejected?.id ?? 0}/`);

  await replaceText(application, teacher, lesson.id, `An introduction comes first.\n\n${riverText(8, 20)}`);
  const kept = await readBank(teacher, lesson.id);
  expect(kept.bank).toMatchObject({ status: 'waiting', ready_count: 4 });
  expect(rivers(kept.candidates)).toEqual(['Iris', 'Jasper', 'Kestrel', 'Laurel']);
  expect(kept.candidates.map(({ id }) => id)).toEqual(before.slice(8).map(({ id }) => id));
  const { text } = await getLessonText(application.dependencies, lesson.id);
  for (const { evidence } of kept.candidates) {
    const passage = text.passages.find(({ id }) => id === evidence.passage_id);
    expect(passage?.text).toContain(evidence.quote);
  }

  await prepare(lesson.id);
  const after = await readBank(teacher, lesson.id);
  expect(after.bank).toMatchObject({ status: 'ready', ready_count: 12 });
  expect(new Set(rivers(after.candidates)).size).toBe(12);
});

test('a rejected question stays rejected when its words leave the lesson and return', async () => {
  const lesson = await makeReadLesson(application, teacher, riverText(0, 3));
  await prepare(lesson.id);
  const [first] = (await readBank(teacher, lesson.id)).candidates;
  const path = `/api/question-bank/${first?.id ?? 0}/`;
  await teacher.call('DELETE', path);
  await replaceText(application, teacher, lesson.id, riverText(1, 3));
  expect((await teacher.post(`${path}restore/`)).readProblem(409).code).toBe('conflict');
  await replaceText(application, teacher, lesson.id, riverText(0, 3));
  await prepare(lesson.id);
  expect(rivers((await readBank(teacher, lesson.id)).candidates)).toEqual(['Birch', 'Cedar']);
  expect((await teacher.post(`${path}restore/`)).status).toBe(200);
});

test('a text that changes while questions are written gets none about the old one', async () => {
  const lesson = await makeReadLesson(application, teacher, riverText(0, 12));
  const writer = createScriptedBankWriter({
    beforeEach: async (written) => {
      if (written === 2) await replaceText(application, teacher, lesson.id, riverText(1, 12));
    },
  });
  await prepare(lesson.id, writer);
  const during = await readBank(teacher, lesson.id);
  expect(during.bank.status).toBe('waiting');
  expect(rivers(during.candidates)).toEqual(['Birch']);
  await prepare(lesson.id);
  expect((await readBank(teacher, lesson.id)).bank).toMatchObject({ status: 'ready', ready_count: 11 });
});
