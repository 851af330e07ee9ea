import { afterAll, describe, expect, test, vi } from 'vitest';
import type { ConversationMessage } from '#contract/assistant.ts';
import { askedTurn, failedTurn } from './answer-turn.ts';
import { append, countMessages, lastScopeOf, logOf, withTurn } from './chat-log.ts';
import { parseChatWork, withChatWork, type ChatWork } from './chat-work.ts';

// Read when the modules load.
vi.hoisted(() => {
  vi.stubGlobal('window', new EventTarget());
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const said = (id: number, role: 'person' | 'assistant', over: Partial<ConversationMessage> = {}) => ({
  id,
  role,
  text: `text ${id}`,
  citations: [],
  statements: [],
  outcome: role === 'assistant' ? ('answered' as const) : null,
  nearest: [],
  written_by: null,
  note: null,
  model_use: null,
  note_coded: null,
  scope: null,
  created_at: '2026-11-21T10:00:00Z',
  ...over,
});
const work = (afterMessages: number): ChatWork => ({
  work: 'transcribe',
  courseId: 1,
  lessonId: 2,
  lessonTitle: 'A talk',
  afterMessages,
});

describe('a conversation of the past', () => {
  test('restores a conversation; an unanswered question can be asked again', () => {
    const log = logOf(
      [said(1, 'person'), said(2, 'assistant'), said(3, 'person', { scope: { course_id: 5 } })],
      [],
    );
    expect(log).toMatchObject([
      { id: 1, kind: 'person', text: 'text 1' },
      { id: 2, kind: 'answer', turn: { question: 'text 1', questionId: 1, state: 'done', isNew: false } },
      { id: 3, kind: 'person', text: 'text 3' },
      {
        id: 4,
        kind: 'answer',
        turn: { question: 'text 3', questionId: 3, state: 'unanswered', scope: { course_id: 5 } },
      },
    ]);
  });
  test('has the work where it was asked for', () => {
    const messages = [said(1, 'person'), said(2, 'assistant')];
    const kinds = (works: ChatWork[]): string[] => logOf(messages, works).map(({ kind }) => kind);
    expect(kinds([work(0)])).toEqual(['work', 'person', 'answer']);
    expect(kinds([work(2)])).toEqual(['person', 'answer', 'work']);
    expect(logOf([], [work(0), work(0)]).map(({ id, kind }) => [id, kind])).toEqual([
      [1, 'work'],
      [2, 'work'],
    ]);
  });
  test('continues with the scope of its last question', () => {
    expect(lastScopeOf([said(1, 'person', { scope: { lesson_id: 3 } }), said(2, 'assistant')])).toEqual({
      lesson_id: 3,
    });
    expect(lastScopeOf([said(1, 'person', { scope: { lesson_id: 3 } }), said(3, 'person')])).toBeNull();
    expect(lastScopeOf([])).toBeNull();
  });
});

test('one turn changes, the others stay the same objects', () => {
  const log = append(
    [],
    { kind: 'answer', turn: askedTurn('a', null) },
    { kind: 'answer', turn: askedTurn('b', null) },
  );
  const changed = withTurn(log, 2, (turn) => ({ ...turn, draft: 'x' }));
  expect(changed[0]).toBe(log[0]);
  expect(changed[1]).toMatchObject({ turn: { question: 'b', draft: 'x' } });
  expect(withTurn(log, 9, () => askedTurn('c', null))).toEqual(log);
});

test('counts the messages that the server keeps', () => {
  const answered = logOf([said(1, 'person'), said(2, 'assistant')], []);
  expect(countMessages(answered)).toBe(2);
  expect(countMessages(append(answered, { kind: 'answer', turn: askedTurn('x', null) }))).toBe(2);
  const failed = failedTurn(askedTurn('x', null, 3), undefined);
  expect(countMessages(append(answered, { kind: 'answer', turn: failed }))).toBe(3);
});

describe('remembered work', () => {
  test.each([null, '', 'no JSON', '[]', 'null', '7', '{"1":7}', '{"1":[{"work":"rob a bank"}]}'])(
    'of %j there is none',
    (text) => {
      expect(Object.values(parseChatWork(text)).flat()).toEqual([]);
    },
  );
  test('is kept by conversation, and the oldest conversations go', () => {
    let remembered = withChatWork(withChatWork({}, 5, work(0)), 5, work(2));
    expect(parseChatWork(JSON.stringify(remembered))).toEqual({ 5: [work(0), work(2)] });
    for (let id = 6; id < 70; id += 1) remembered = withChatWork(remembered, id, work(0));
    expect(Object.keys(remembered)).toHaveLength(60);
    expect(Object.keys(remembered).at(-1)).toBe('69');
    expect(remembered[5]).toBeUndefined();
  });
});
