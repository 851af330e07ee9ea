import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  assistantAnswer,
  conversation,
  conversationList,
  conversationWithMessages,
  NOTHING_FOUND,
} from '#contract/assistant.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const PLANTS = `Photosynthesis is the process by which green plants turn light into sugar. What is chlorophyll for? Chlorophyll absorbs red and blue light and reflects green light. Stomata are small pores through which leaves take in carbon dioxide.

Roots draw water from the soil. Water rises to the leaves through vessels called xylem. Sugar travels from the leaves to the roots through the phloem.`;
const PRESS = `Johannes Gutenberg printed the Bible in Mainz around 1455. Movable type made books cheaper. Within fifty years there were presses in more than two hundred towns.`;

const application = await useTestApplication({ worker: true });
const teacher = await application.register();
const plants = await teacher.makeTextLesson(PLANTS);
await teacher.makeTextLesson(PRESS);

const ask = async (text: string, person = teacher) =>
  (await person.post('/api/assistant/messages/', { text })).read(200, assistantAnswer);

describe('answers', () => {
  test.each([
    ['What is photosynthesis?', 'Photosynthesis is the process by which green plants turn light into sugar.'],
    ['When did Gutenberg print the bible?', 'Johannes Gutenberg printed the Bible in Mainz around 1455.'],
    [
      "Who's Gutenberg & (what) | did: he <-> print!? \\ '",
      'Johannes Gutenberg printed the Bible in Mainz around 1455.',
    ],
  ])('%s', async (question, sentence) => {
    const { message } = await ask(question);
    expect(message.outcome).toBe('answered');
    expect(message.text).toContain(sentence);
    const [first] = message.citations;
    expect(first?.evidence.quote).toBe(sentence);
  });

  test('rest on the words of a passage of the lesson they name', async () => {
    const { message } = await ask('How does sugar travel to the roots?');
    expect(message.role).toBe('assistant');
    expect(message.citations.length).toBeGreaterThan(0);
    for (const citation of message.citations) {
      expect(citation).toMatchObject({
        lesson_id: plants.id,
        lesson_title: plants.title,
        course_id: plants.course,
      });
      const passage = await application.dependencies.database
        .selectFrom('passages')
        .selectAll()
        .where('id', '=', citation.evidence.passage_id)
        .executeTakeFirstOrThrow();
      expect(passage.docsource_id).toBe(plants.docsource_id);
      expect(passage.text).toContain(citation.evidence.quote);
      expect(citation.evidence).toMatchObject({ page: passage.page, start_second: null, end_second: null });
    }
  });

  test('open a video at the second in which the words are spoken', async () => {
    const video = await teacher.makeLesson({ file: 'https://example.org/tides.mp4' });
    const cues = [
      'The tide is the rise and fall of the sea.',
      'Spring tides come when sun and moon stand in one line.',
      'Neap tides come when sun and moon stand at a right angle.',
      'Sailors read tables of the tides before they leave.',
    ].map((text, index) => `${index + 1}\n00:00:${index + 1}0,000 --> 00:00:${index + 1}8,000\n${text}\n`);
    const brought = { json: { text: cues.join('\n') } };
    expect((await teacher.call('PUT', `/api/lessons/${video.id}/transcript/`, brought)).status).toBe(200);
    const { message } = await ask('When do neap tides come?');
    expect(message.citations[0]).toMatchObject({
      lesson_id: video.id,
      evidence: {
        quote: 'Neap tides come when sun and moon stand at a right angle.',
        start_second: 30,
        end_second: 38,
      },
    });
  });

  test('never rest on words that text or speech recognition was unsure of', async () => {
    const { database } = application.dependencies;
    const scan = await teacher.makeTextLesson('Obsidian forms when lava turns to glass.');
    const { id: lectureId } = await teacher.makeLesson({ file: 'https://example.org/lecture.mp4' });
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:05.000\nPumice is lava that is full of bubbles.\n';
    await teacher.call('PUT', `/api/lessons/${lectureId}/transcript/`, { json: { text: vtt } });
    const questions = ['When does obsidian form?', 'What is pumice?'];
    const outcomes = async () =>
      (await Promise.all(questions.map((text) => ask(text)))).map(({ message }) => message.outcome);
    expect(await outcomes()).toEqual(['answered', 'answered']);
    await database
      .updateTable('passages')
      .set({ is_unsure: true })
      .where('docsource_id', '=', scan.docsource_id ?? '')
      .execute();
    await database
      .updateTable('transcriptions')
      .set({ cues: sql`jsonb_set(cues, '{0,word_confidences}', '[30, 30, 30, 95, 95, 95, 95, 95]')` })
      .where('lesson_id', '=', lectureId)
      .execute();
    expect(await outcomes()).toEqual(['nothing_found', 'nothing_found']);
  });

  test('that are not there come with the passages that come nearest', async () => {
    const { message } = await ask('Who first photographed the stomata of leaves with chlorophyll?');
    expect(message.outcome).toBe('nothing_found');
    expect(message.nearest.length).toBeGreaterThan(0);
    for (const { evidence } of message.nearest) {
      const passage = await application.dependencies.database
        .selectFrom('passages')
        .select('text')
        .where('id', '=', evidence.passage_id)
        .executeTakeFirstOrThrow();
      expect(passage.text).toContain(evidence.quote);
    }
  });

  test.each([
    'What is the capital of Mongolia?',
    'How do volcanoes erupt under green glaciers?',
    '???',
    '👩🏽‍🔬',
  ])('say so when the lessons say nothing: %s', async (question) => {
    const { message } = await ask(question);
    expect(message).toMatchObject({ outcome: 'nothing_found', text: NOTHING_FOUND, citations: [] });
  });

  test('a question of 4,000 characters is taken, a longer or an empty one is not', async () => {
    const long = 'photosynthesis xylem "quoted" -minus OR '.repeat(100).slice(0, 4000).trim();
    expect((await ask(long)).message.role).toBe('assistant');
    for (const text of ['x'.repeat(4001), '  ', undefined, 'a\u0000b']) {
      const answer = await teacher.post('/api/assistant/messages/', { text });
      expect(answer.readProblem(400).errors?.[0]?.field).toBe('text');
    }
  });
});

describe('conversations', () => {
  test('continue where they stopped, and are listed, read and deleted', async () => {
    const owner = await application.register();
    const begun = await ask('What is\n photosynthesis?', owner);
    const id = begun.conversation_id;
    const made = (await owner.post('/api/assistant/conversations/', { title: 'Create a quiz' })).read(
      201,
      conversation,
    );
    expect(made).toMatchObject({ title: 'Create a quiz' });
    await owner.post('/api/assistant/messages/', { text: 'And xylem?', conversation_id: id });
    const listed = (await owner.get('/api/assistant/conversations/')).read(200, conversationList);
    expect(listed.map((each) => [each.id, each.title])).toEqual([
      [id, 'What is photosynthesis?'],
      [made.id, 'Create a quiz'],
    ]);
    const whole = (await owner.get(`/api/assistant/conversations/${id}/`)).read(
      200,
      conversationWithMessages,
    );
    expect(whole.messages.map(({ role, text }) => [role, text])).toEqual([
      ['person', 'What is\n photosynthesis?'],
      ['assistant', NOTHING_FOUND],
      ['person', 'And xylem?'],
      ['assistant', NOTHING_FOUND],
    ]);
    expect((await owner.call('DELETE', `/api/assistant/conversations/${id}/`)).status).toBe(204);
    (await owner.get(`/api/assistant/conversations/${id}/`)).readProblem(404);
    (await owner.post('/api/assistant/messages/', { text: 'More', conversation_id: id })).readProblem(404);
  });

  test('keep each question with its answer when many come at once', async () => {
    const { conversation_id: id } = await ask('hello');
    const questions = Array.from({ length: 6 }, (_, index) => `hello ${index}`);
    await Promise.all(
      questions.map((text) => teacher.post('/api/assistant/messages/', { text, conversation_id: id })),
    );
    const { messages } = (await teacher.get(`/api/assistant/conversations/${id}/`)).read(
      200,
      conversationWithMessages,
    );
    expect(messages.map(({ role }) => role)).toEqual(
      Array.from({ length: 14 }, (_, index) => (index % 2 === 0 ? 'person' : 'assistant')),
    );
    const asked = messages.filter(({ role }) => role === 'person').map(({ text }) => text);
    expect(asked.sort()).toEqual(['hello', ...questions].sort());
  });
});
