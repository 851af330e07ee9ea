import { describe, expect, test } from 'vitest';
import {
  GREETING_REPLY,
  HELP_REPLY,
  NO_TIPS_REPLY,
  THANKS_REPLY,
  TIPS_INTRO,
} from '#contract/assistant-replies.ts';
import { assistantAnswer, suggestions, type AssistantAnswer } from '#contract/assistant.ts';
import { prepareQuestions } from '../quizzes/bank/prepare-questions.ts';
import { jobContext, jobOf, makeReadLesson, workerOf } from '../quizzes/bank/testing/bank-test.ts';
import { createScriptedBankWriter, riverText } from '../quizzes/bank/testing/scripted-bank-writer.ts';
import { countTips } from './answer-request.ts';
import { asksForHelp } from './compose/read-question.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const application = await useTestApplication({ languageModel: 'fake' });
const [teacher, stranger] = await Promise.all([application.register(), application.register()]);
const lessonId = (await makeReadLesson(application, teacher, riverText())).id;
await teacher.post(`/api/lessons/${lessonId}/question-bank/prepare/`);
await prepareQuestions(
  workerOf(application),
  { lesson_id: lessonId, is_requested: true },
  jobContext({ jobId: await jobOf(application, lessonId) }),
  createScriptedBankWriter().write,
);

const ask = async (json: object, who = teacher): Promise<AssistantAnswer> =>
  (await who.post('/api/assistant/messages/', json)).read(200, assistantAnswer);

test.each([
  ['Hello!', GREETING_REPLY],
  ['good morning', GREETING_REPLY],
  ['Thank you very much', THANKS_REPLY],
  ['Muchas gracias', THANKS_REPLY],
  ['What can you do?', HELP_REPLY],
  ['¿Qué puedes hacer?', HELP_REPLY],
  ['Hi, can you help me, please?', HELP_REPLY],
])('%j gets a reply', async (text, reply) => {
  const { message } = await ask({ text });
  expect(message).toMatchObject({ outcome: 'answered', text: reply, citations: [], nearest: [] });
});

test.each([
  ['give me three exam tips', 3],
  ['Can you give me 5 tips for the final exam?', 5],
  ['exam tips', 3],
  ['What should I know for the exam?', 3],
  ['Help me prepare for my midterm', 3],
  ['Dame cinco consejos para el examen', 5],
  ['¿Qué debo saber para el examen?', 3],
  ['give me 2.5 exam tips', 3],
  ['How should I study for our next test?', 3],
  ['How do we prepare for a blood test?', undefined],
  ['What is important for a t test?', undefined],
  ['What do I need to know for the test statistic?', undefined],
  ['what is an exam?', undefined],
  ['what should I know about exams?', undefined],
  ['Which tips does the lecturer give about rivers?', undefined],
])('%j asks for tips: %s', (text, count) => {
  expect(countTips(text)).toBe(count);
});

test('exam tips are the best questions of different passages, each with the words of the lesson', async () => {
  const { message } = await ask({ text: 'give me three exam tips', lesson_id: lessonId });
  expect(message.outcome).toBe('answered');
  expect(message.text).toContain(TIPS_INTRO);
  const tips = message.statements.filter(({ kind }) => kind === 'quoted');
  expect(tips).toHaveLength(3);
  expect(new Set(tips.map(({ text }) => text)).size).toBe(3);
  for (const tip of tips) expect(message.citations[tip.citations[0] ?? 9]?.evidence.quote).toBe(tip.text);
  // Another instructor has no lessons to take tips from.
  expect((await ask({ text: 'give me three exam tips' }, stranger)).message).toMatchObject({
    text: NO_TIPS_REPLY,
    citations: [],
  });
});

test('asks what the assistant can do only where nothing else is asked', () => {
  for (const text of [
    'How does this work?',
    'What else can we do?',
    'What can you do about acid rain?',
    'How can plants help?',
  ])
    expect(asksForHelp(text)).toBe(false);
});

test('a follow-up goes back to the question before a greeting or thanks', async () => {
  const first = await ask({ text: 'What do barges carry on the Amber?', lesson_id: lessonId });
  const conversation = { conversation_id: first.conversation_id, lesson_id: lessonId };
  await ask({ text: 'Thanks!', ...conversation });
  const followed = await ask({ text: 'and what about the Birch?', ...conversation });
  expect(followed.message.text).toContain('timber');
});

const suggest = async (query: string, who = teacher) => who.get(`/api/assistant/suggestions/${query}`);

test('without questions, tips and suggestions come from facts', async () => {
  const reader = await application.register();
  const text = [
    'Bufferbloat is a long delay that large buffers in routers cause.\n\n# Slow start\n\n',
    'Slow start is the phase in which a sender doubles its window in every round trip.',
    'Fast retransmit is the repetition of a segment after three duplicate acknowledgements.',
  ].join(' ');
  const lesson = await makeReadLesson(application, reader, text);
  const connected = application.dependencies.languageModels.current();
  const languageModels = { current: () => ({ ...connected, generator: null, writerName: null }) };
  await reader.post(`/api/lessons/${lesson.id}/question-bank/prepare/`);
  await prepareQuestions(
    workerOf(application, { languageModels } as never),
    { lesson_id: lesson.id, is_requested: true },
    jobContext({ jobId: await jobOf(application, lesson.id) }),
    createScriptedBankWriter().write,
  );
  const { message } = await ask({ text: 'exam tips', lesson_id: lesson.id }, reader);
  expect(message.statements.filter(({ kind }) => kind === 'quoted')).toHaveLength(3);
  const suggested = (await suggest(`?lesson_id=${lesson.id}`, reader)).read(200, suggestions);
  expect(suggested).toContain('What does “bufferbloat” mean?');
  expect(suggested).toContain('What should I know about “Slow start”?');
});

describe('suggestions', () => {
  test('are questions that the chosen lessons answer', async () => {
    const suggested = (await suggest(`?lesson_id=${lessonId}`)).read(200, suggestions);
    expect(suggested).toHaveLength(3);
    for (const text of suggested)
      expect((await ask({ text, lesson_id: lessonId })).message.outcome).toBe('answered');
  });

  test('are none without lessons, and of no lessons but your own', async () => {
    expect((await suggest('', stranger)).read(200, suggestions)).toEqual([]);
    (await suggest(`?lesson_id=${lessonId}`, stranger)).readProblem(404);
  });
});
