import { expect, test } from 'vitest';
import {
  regeneratedQuestion,
  type RegeneratedQuestion,
  type RegenerateQuestionRequest,
} from '#contract/question-editing.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { prepareQuestions } from '../bank/prepare-questions.ts';
import { jobContext, jobOf, makeReadLesson, readBank, workerOf } from '../bank/testing/bank-test.ts';
import { createScriptedBankWriter, riverText } from '../bank/testing/scripted-bank-writer.ts';
import { writeAnotherQuestion } from './write-another-question.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ languageModel: 'fake' });
const teacher = await application.register();

/** A quiz of three questions from a bank of twelve. */
async function makeQuiz(text = riverText()): Promise<{ lesson: number; quiz: QuestionSetWithQuestions }> {
  const { id: lesson } = await makeReadLesson(application, teacher, text);
  await teacher.post(`/api/lessons/${lesson}/question-bank/prepare/`);
  const context = jobContext({ jobId: await jobOf(application, lesson) });
  const payload = { lesson_id: lesson, is_requested: true };
  await prepareQuestions(workerOf(application), payload, context, createScriptedBankWriter().write);
  const made = await teacher.post('/api/question-sets/generate/', { lesson_id: lesson, n: 3 });
  return { lesson, quiz: made.read(200, questionSetWithQuestions) };
}

/** Without a worker: only what the bank has can be answered. */
const replace = async (
  { question_set: { id } }: QuestionSetWithQuestions,
  request: RegenerateQuestionRequest,
): Promise<RegeneratedQuestion> =>
  (await teacher.post(`/api/question-sets/${id}/regenerate/`, request)).read(200, regeneratedQuestion);
const stemsOf = ({ questions }: QuestionSetWithQuestions): string[] => questions.map(({ text }) => text);

test('the next best question of the bank comes at once, and what was replaced never returns', async () => {
  const { lesson, quiz } = await makeQuiz();
  const offered = new Set(stemsOf(quiz));
  let present = stemsOf(quiz);
  for (let replaced = 0; replaced < 9; replaced += 1) {
    const { question, reason } = await replace(quiz, { avoid: present });
    expect(reason).toBeNull();
    expect(question).toMatchObject({ id: null, written_by: 'language_model', type: 'multiple_choice' });
    const stem = question?.text ?? '';
    expect(offered).not.toContain(stem);
    offered.add(stem);
    present = [stem, ...present.slice(1)];
  }
  expect([...offered].toSorted()).toEqual(
    (await readBank(teacher, lesson)).candidates.map(({ text }) => text).toSorted(),
  );
});

test('a question that was offered and not kept, or deleted in an earlier version, is not offered again', async () => {
  const { quiz } = await makeQuiz();
  const [first, ...others] = quiz.questions;
  const { question: offered } = await replace(quiz, { avoid: stemsOf(quiz) });
  await teacher.post(`/api/question-sets/${quiz.question_set.id}/publish/`, {
    based_on_version: 1,
    questions: others.map((question) => ({ ...question, outcome: null })),
  });
  for (let more = 0; more < 8; more += 1) {
    const { question } = await replace(quiz, { avoid: [] });
    expect([first?.text, offered?.text]).not.toContain(question?.text);
  }
});

test('neither a rejected question nor one of another level is offered', async () => {
  const { lesson, quiz } = await makeQuiz();
  const avoid = stemsOf(quiz);
  const apply = (await readBank(teacher, lesson)).candidates.filter(
    ({ text, blooms_taxonomy: level }) => level === 'apply' && !avoid.includes(text),
  );
  await teacher.call('DELETE', `/api/question-bank/${apply[0]?.id ?? 0}/`);
  const { question } = await replace(quiz, { avoid, taxonomy_level: 'apply' });
  expect(question?.text).toBe(apply[1]?.text);
});

test('when none fits, one is written and stays in the bank; running the job again writes no other', async () => {
  const { lesson, quiz } = await makeQuiz();
  const { candidates } = await readBank(teacher, lesson);
  const avoid = candidates.map(({ text }) => text);
  const writer = createScriptedBankWriter();
  const write = () =>
    writeAnotherQuestion(workerOf(application), quiz.question_set.id, { avoid }, jobContext(), writer.write);
  const { question } = await write();
  expect(avoid).not.toContain(question?.text);
  expect(writer.requests).toHaveLength(1);
  expect((await readBank(teacher, lesson)).bank.ready_count).toBe(15);
  expect((await write()).question?.text).toBe(question?.text);
  expect(writer.requests).toHaveLength(1);
});

test('says what Lectern could not do when nothing is left to ask', async () => {
  const { quiz } = await makeQuiz(riverText(0, 3));
  const request = { avoid: stemsOf(quiz) };
  const { write } = createScriptedBankWriter();
  expect(
    await writeAnotherQuestion(workerOf(application), quiz.question_set.id, request, jobContext(), write),
  ).toEqual({
    question: null,
    reason:
      'Lectern could write no other good question here. Write one yourself, choose a sentence to ask about, or try again.',
    reason_coded: { code: 'further_question_none', params: {} },
  });
  const connected = application.dependencies.languageModels.current();
  const languageModels = { current: () => ({ ...connected, generator: null, writerName: null }) };
  expect(
    await writeAnotherQuestion(
      workerOf(application, { languageModels } as never),
      quiz.question_set.id,
      request,
      jobContext(),
      write,
    ),
  ).toMatchObject({ question: null, reason_coded: { code: 'questions_without_model' } });
});
