import { describe, expect, test } from 'vitest';
import { conversationWithMessages, type AnswerEvent } from '#contract/assistant.ts';
import { answerQuestion } from './answer-question.ts';
import { deleteConversation } from './conversations.ts';
import { dataOf, readAll } from './testing/ask-streaming.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const PLANTS = `Photosynthesis is the process by which green plants turn light into sugar. Chlorophyll absorbs light for photosynthesis in the leaves of green plants.`;
const MORE = `Photosynthesis of green plants needs light and water. Without light no photosynthesis takes place in plants.`;
const QUESTION = 'What do green plants need light for in photosynthesis?';

const application = await useTestApplication({ worker: true });
const teacher = await application.register();
const actor = { userId: teacher.id, instructorId: teacher.id };
await teacher.makeTextLesson(PLANTS);
await teacher.makeTextLesson(MORE);

const ask = (request: { question_id?: number }, signal?: AbortSignal) =>
  answerQuestion(application.dependencies, actor, { text: QUESTION, ...request }, signal);

async function begin(events: AsyncGenerator<AnswerEvent>) {
  const first = await events.next();
  if (first.done === true || first.value.name !== 'started') throw new Error('It did not start.');
  return first.value.data;
}
const messagesOf = async (id: number) =>
  (await teacher.get(`/api/assistant/conversations/${id}/`)).read(200, conversationWithMessages).messages;

describe('a person who stops an answer', () => {
  test('keeps what was said', async () => {
    const stop = new AbortController();
    const events = ask({}, stop.signal);
    const { conversation_id: id } = await begin(events);
    const said: AnswerEvent[] = [];
    for await (const event of events) {
      said.push(event);
      stop.abort();
    }
    expect(said.map(({ name }) => name)).toEqual(['statement', 'done']);
    const [statement] = dataOf(said, 'statement');
    expect(dataOf(said, 'done')[0]?.message).toMatchObject({
      outcome: 'stopped',
      text: statement?.statement.text,
      citations: statement?.citations,
    });
    expect((await messagesOf(id)).map(({ outcome }) => outcome)).toEqual([null, 'stopped']);
  });

  test('before anything was said keeps the question, and the former answer to it', async () => {
    const stop = new AbortController();
    const events = ask({}, stop.signal);
    const { conversation_id: id, question_id: questionId } = await begin(events);
    stop.abort();
    expect(await readAll(events)).toEqual([]);
    expect((await messagesOf(id)).map(({ role }) => role)).toEqual(['person']);

    expect(dataOf(await readAll(ask({ question_id: questionId })), 'done')).toHaveLength(1);
    const again = ask({ question_id: questionId }, stop.signal);
    await readAll(again);
    expect((await messagesOf(id)).map(({ outcome }) => outcome)).toEqual([null, 'answered']);
  });
});

test('an answer does not replace the newer one when its question was asked again', async () => {
  const older = ask({});
  const { conversation_id: id, question_id: questionId } = await begin(older);
  const [newer] = dataOf(await readAll(ask({ question_id: questionId })), 'done');
  await expect(readAll(older)).rejects.toMatchObject({ code: 'conflict' });
  expect((await messagesOf(id))[1]).toEqual(newer?.message);
});

test('an answer is discarded when its conversation was deleted', async () => {
  const events = ask({});
  const { conversation_id: id } = await begin(events);
  await deleteConversation(application.dependencies, actor, id);
  await expect(readAll(events)).rejects.toMatchObject({ code: 'not_found' });
  const { database } = application.dependencies;
  const rows = await database.selectFrom('messages').where('conversation_id', '=', id).execute();
  expect(rows).toEqual([]);
});
