import { describe, expect, test } from 'vitest';
import {
  assistantAnswer,
  conversation as conversationSchema,
  conversationWithMessages,
  type ConversationWithMessages,
} from '#contract/assistant.ts';
import { startTestApplication } from '#server/testing/test-application.ts';
import { askStreaming, dataOf } from './testing/ask-streaming.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const PLANTS = `Photosynthesis is the process by which green plants turn light into sugar. Chlorophyll absorbs red and blue light and reflects green light.

Roots draw water from the soil. Water rises to the leaves through vessels called xylem. Sugar travels from the leaves to the roots through the phloem.`;

const application = await useTestApplication({ worker: true });
const [teacher, stranger] = await Promise.all([application.register(), application.register()]);
await teacher.makeTextLesson(PLANTS);

const read = async (id: number, person = teacher): Promise<ConversationWithMessages> =>
  (await person.get(`/api/assistant/conversations/${id}/`)).read(200, conversationWithMessages);

/** A question that is kept, and whose answer was never given: the process died. */
async function askAndDie(text: string): Promise<{ conversationId: number; questionId: number }> {
  const begun = await teacher.post('/api/assistant/conversations/', { title: text });
  const { id: conversationId } = begun.read(201, conversationSchema);
  const { id: questionId } = await application.dependencies.database
    .insertInto('messages')
    .values({ conversation_id: conversationId, position: 0, role: 'person', text, citations: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { conversationId, questionId };
}

describe('a stream', () => {
  test('begins when the question is kept, says sentence by sentence, and ends with the whole', async () => {
    const reader = await askStreaming(teacher, { text: 'What is photosynthesis?' });
    expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reader.headers.get('cache-control')).toBe('no-store');
    expect(reader.headers.get('x-accel-buffering')).toBe('no');
    const started = await reader.next();
    expect(started?.name).toBe('started');
    const events = await reader.rest();
    expect(events.map(({ name }) => name).filter((name) => name !== 'statement')).toEqual(['done']);
    const statements = dataOf(events, 'statement');
    const [done] = dataOf(events, 'done');
    expect(started?.data).toEqual({
      conversation_id: done?.conversation_id,
      question_id: done?.question_id,
    });
    expect(done?.message).toMatchObject({ outcome: 'answered', written_by: null, note: null, nearest: [] });
    expect(statements.length).toBeGreaterThan(0);
    expect(done?.message.statements.map(({ text, kind, paragraph }) => ({ text, kind, paragraph }))).toEqual(
      statements.map(({ statement }) => statement),
    );
    done?.message.statements.forEach(({ citations }, index) => {
      expect(citations.map((number) => done.message.citations[number])).toEqual(statements[index]?.citations);
    });
    const { messages } = await read(done?.conversation_id ?? 0);
    expect(messages[1]).toEqual(done?.message);
    expect(messages[0]).toMatchObject({ id: done?.question_id, role: 'person', outcome: null, scope: null });
  });

  test.each([
    ['an empty question', 400, () => ({ text: ' ' })],
    ['a conversation that is not there', 404, () => ({ text: 'x', conversation_id: 2_000_000_000 })],
    ['a course that is not there', 404, () => ({ text: 'x', course_id: 2_000_000_000 })],
    ['a lesson that is not there', 404, () => ({ text: 'x', lesson_id: 2_000_000_000 })],
    ['a question that is not there', 404, () => ({ text: 'x', question_id: 2_000_000_000 })],
  ])('answers %s as every call does', async (_, status, json) => {
    for (const path of ['/api/assistant/messages/stream/', '/api/assistant/messages/']) {
      (await teacher.post(path, json())).readProblem(status);
    }
    expect((await teacher.get('/api/assistant/conversations/')).text).not.toContain('"title":"x"');
  });

  test('is refused while too many of one person are read', async () => {
    const { streamsPerInstructor } = application.dependencies.config.operations.limits;
    expect(streamsPerInstructor).toBeGreaterThan(0);
    const few = await startTestApplication({ limits: { streamsPerInstructor: 1 } });
    try {
      const person = await few.register();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => person.post('/api/assistant/messages/stream/', { text: 'hello' })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await few.close();
    }
  });
});

describe('asking again', () => {
  test('replaces the former answer, in other words and from elsewhere where asked so', async () => {
    const first = (await teacher.post('/api/assistant/messages/', { text: 'And volcanoes?' })).read(
      200,
      assistantAnswer,
    );
    const lesson = await teacher.makeTextLesson('Volcanoes erupt when magma rises through the crust.');
    const again = (
      await teacher.post('/api/assistant/messages/', {
        text: 'When do volcanoes erupt?',
        question_id: first.question_id,
        lesson_id: lesson.id,
      })
    ).read(200, assistantAnswer);
    expect(again).toMatchObject({
      conversation_id: first.conversation_id,
      question_id: first.question_id,
      message: { outcome: 'answered' },
    });
    const { messages } = await read(first.conversation_id);
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ['person', 'When do volcanoes erupt?'],
      ['assistant', again.message.text],
    ]);
    expect(messages[0]?.scope).toEqual({ lesson_id: lesson.id });
  });

  test('is for the last question only, and for questions, and for one’s own', async () => {
    const first = (await teacher.post('/api/assistant/messages/', { text: 'hello' })).read(
      200,
      assistantAnswer,
    );
    const { conversation_id: id, question_id: questionId, message } = first;
    const again = { text: 'hello', question_id: questionId };
    (await stranger.post('/api/assistant/messages/', again)).readProblem(404);
    const other = (await teacher.post('/api/assistant/messages/', { text: 'other' })).read(
      200,
      assistantAnswer,
    );
    (
      await teacher.post('/api/assistant/messages/', { ...again, conversation_id: other.conversation_id })
    ).readProblem(404);
    (await teacher.post('/api/assistant/messages/', { text: 'hello', question_id: message.id })).readProblem(
      404,
    );
    await teacher.post('/api/assistant/messages/', { text: 'more', conversation_id: id });
    expect((await teacher.post('/api/assistant/messages/', again)).readProblem(409).code).toBe('conflict');
    (await teacher.post('/api/assistant/messages/stream/', again)).readProblem(409);
    expect((await read(id)).messages).toHaveLength(4);
  });

  test('many times at once leaves one answer', async () => {
    const { conversationId, questionId } = await askAndDie('What is photosynthesis?');
    const json = { text: 'What is photosynthesis?', question_id: questionId };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => teacher.post('/api/assistant/messages/', json)),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThan(0);
    for (const answer of answers) if (answer.status !== 200) answer.readProblem(409);
    expect((await read(conversationId)).messages.map(({ role }) => role)).toEqual(['person', 'assistant']);
  });
});

test('a conversation is renamed', async () => {
  const { conversation_id: id } = (
    await teacher.post('/api/assistant/messages/', { text: 'What is photosynthesis?' })
  ).read(200, assistantAnswer);
  const path = `/api/assistant/conversations/${id}/`;
  const renamed = await teacher.call('PATCH', path, { json: { title: '  Plants ' } });
  expect(renamed.read(200, conversationSchema)).toMatchObject({ id, title: 'Plants' });
  expect((await read(id)).title).toBe('Plants');
  for (const title of ['', ' ', 'x'.repeat(301), undefined])
    expect((await teacher.call('PATCH', path, { json: { title } })).readProblem(400).errors?.[0]?.field).toBe(
      'title',
    );
  (await stranger.call('PATCH', path, { json: { title: 'Mine' } })).readProblem(404);
  expect((await read(id)).title).toBe('Plants');
});
