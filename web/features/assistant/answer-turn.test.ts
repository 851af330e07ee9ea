import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  NOTHING_FOUND,
  NOTHING_FOUND_HERE,
  type AnswerEvent,
  type Citation,
  type ConversationMessage,
} from '#contract/assistant.ts';
import { writeAnswerAsText } from './answer-as-text.ts';
import { listBlocks } from './answer-paragraphs.ts';
import {
  askedTurn,
  findMainLesson,
  isRunning,
  listSources,
  stoppedTurn,
  withEvent,
  withMessage,
  type AnswerTurn,
} from './answer-turn.ts';

const citation = (lessonId: number, quote: string, page: number | null = 1): Citation => ({
  lesson_id: lessonId,
  lesson_title: `Lesson ${lessonId}`,
  course_id: lessonId + 10,
  evidence: { quote, page, start_second: null, end_second: null, passage_id: `of ${quote}` },
});

const message = (over: Partial<ConversationMessage>): ConversationMessage & { role: 'assistant' } => ({
  id: 8,
  text: '',
  citations: [],
  statements: [],
  outcome: 'answered',
  nearest: [],
  written_by: null,
  note: null,
  model_use: null,
  note_coded: null,
  scope: null,
  created_at: '2026-11-21T10:00:00Z',
  ...over,
  role: 'assistant',
});

const statement = (text: string, paragraph: number, ...citations: Citation[]): AnswerEvent => ({
  name: 'statement',
  data: { statement: { text, kind: 'quoted', paragraph }, citations },
});
const after = (turn: AnswerTurn, ...events: AnswerEvent[]): AnswerTurn => events.reduce(withEvent, turn);
const asked = askedTurn('Why?', null);
const STARTED: AnswerEvent = { name: 'started', data: { conversation_id: 3, question_id: 7 } };
const [a, b, c] = [citation(2, 'a'), citation(1, 'b'), citation(1, 'c')];

describe('an answer as it comes', () => {
  test('a draft gives way to the sentence that was checked, and one that was dropped leaves a count', () => {
    const drafting = after(asked, STARTED, { name: 'draft', data: { text: 'Riv' } });
    expect(drafting).toMatchObject({ state: 'answering', questionId: 7, draft: 'Riv', statements: [] });
    const first = after(drafting, statement('Rivers run.', 0, a));
    expect(first).toMatchObject({ draft: '', statements: [{ text: 'Rivers run.', citations: [a] }] });
    const dropped = after(
      first,
      { name: 'draft', data: { text: 'The moon is' } },
      { name: 'dropped', data: { text: 'The moon is cheese.' } },
    );
    expect(dropped).toMatchObject({ draft: '', droppedCount: 1, statements: [{ text: 'Rivers run.' }] });
  });
  test('the end is what the server keeps, and the count of what was dropped', () => {
    const done = after(
      asked,
      STARTED,
      statement('Old.', 0, b),
      { name: 'dropped', data: { text: 'x' } },
      {
        name: 'done',
        data: {
          conversation_id: 3,
          question_id: 7,
          message: {
            ...message({
              text: 'One. Two.',
              citations: [a, b],
              written_by: 'a model',
              note: 'Late.',
              statements: [
                { text: 'One.', kind: 'written', paragraph: 0, citations: [1, 0] },
                { text: 'Two.', kind: 'link', paragraph: 0, citations: [] },
              ],
            }),
            outcome: 'answered',
          },
        },
      },
    );
    expect(done).toMatchObject({ state: 'done', droppedCount: 1, writtenBy: 'a model', note: 'Late.' });
    expect(done.statements.map(({ text, citations }) => [text, citations])).toEqual([
      ['One.', [b, a]],
      ['Two.', []],
    ]);
    expect(isRunning(done)).toBe(false);
  });
  test('keeps checked sentences, drops the draft and shows the reason of a failure', () => {
    const failed = after(
      asked,
      statement('One.', 0, a),
      { name: 'draft', data: { text: 'Tw' } },
      {
        name: 'failed',
        data: { detail: 'The disk is full.', detail_coded: null },
      },
    );
    expect(failed).toMatchObject({ state: 'failed', draft: '', statements: [{ text: 'One.' }] });
    expect(failed.error).toMatchObject({ message: 'The disk is full.', coded: null });
    expect(stoppedTurn(after(asked, { name: 'draft', data: { text: 'Tw' } }))).toMatchObject({
      state: 'stopped',
      draft: '',
    });
  });
  test('nothing found has the nearest passages', () => {
    const nothing = withMessage(
      asked,
      message({ text: NOTHING_FOUND, outcome: 'nothing_found', nearest: [a] }),
    );
    expect(nothing).toMatchObject({ state: 'nothing_found', statements: [], nearest: [a] });
  });
});

describe('what an answer rests on', () => {
  const turn = after(asked, statement('One.', 0, a, b), statement('Two.', 1, b, c));
  test('each place once, in the order of the answer', () => {
    expect(listSources(turn)).toEqual([a, b, c]);
  });
  test('the lesson of most places is the main one; of as many, the first', () => {
    expect(findMainLesson(turn)).toEqual({
      lessonId: 1,
      courseId: 11,
      title: 'Lesson 1',
      passageIds: ['of b', 'of c'],
    });
    expect(findMainLesson(after(asked, statement('One.', 0, a, b)))).toMatchObject({
      lessonId: 2,
      courseId: 12,
    });
    expect(findMainLesson(asked)).toBeUndefined();
  });
});

test('paragraphs that begin with successive numbers are a list, and others are not', () => {
  const turn = after(
    asked,
    statement('To bake:', 0),
    statement('1. Mix.', 1, a),
    statement('It foams.', 1),
    statement('2. Bake.', 2),
    statement('In 1900.', 3),
    statement('4) Late.', 4),
    statement('7) Later.', 5),
  );
  expect(
    listBlocks(turn.statements).map((block) =>
      block.kind === 'paragraph'
        ? block.statements.map(({ text }) => text)
        : { first: block.first, steps: block.steps.map((step) => step.map(({ text }) => text)) },
    ),
  ).toEqual([
    ['To bake:'],
    { first: 1, steps: [['Mix.', 'It foams.'], ['Bake.']] },
    ['In 1900.'],
    { first: 4, steps: [['Late.']] },
    { first: 7, steps: [['Later.']] },
  ]);
});

test('a copied answer has the numbers of its sources, and the sources', () => {
  const video = {
    ...citation(3, 'said'),
    evidence: { quote: 'said', page: null, start_second: 65.2, end_second: 70, passage_id: 'v' },
  };
  const turn = after(
    asked,
    statement('One.', 0, a, video),
    statement('Two.', 0, a),
    statement('Three.', 1),
    statement('Four.', 1, citation(4, 'z', null)),
  );
  expect(
    writeAnswerAsText(turn, {
      sources: 'Evidence',
      pages: ({ page }) => (page === null ? undefined : `p. ${page}`),
    }),
  ).toBe(
    'One. [1] [2] Two. [1]\n\nThree. Four. [3]\n\nEvidence\n' +
      '[1] Lesson 2, p. 1: “a”\n[2] Lesson 3, 1:05: “said”\n[3] Lesson 4: “z”',
  );
});

test('shows the server’s message when nothing is found', async () => {
  const texts: unknown = JSON.parse(
    await readFile(new URL('../../locales/en/assistant.json', import.meta.url), 'utf8'),
  );
  expect(texts).toMatchObject({ nothingFound: NOTHING_FOUND, nothingFoundHere: NOTHING_FOUND_HERE });
});
