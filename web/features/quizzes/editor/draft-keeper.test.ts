import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftKeeper, type DraftBase } from './draft-keeper.ts';
import { makeEmptyQuestion, type EditorQuestion } from './editor-question.ts';

const CONFLICT = new Error('conflict');
const REFUSED = new Error('refused');
const BASE: DraftBase = { basedOnVersion: 1, updatedAt: null };

type Questions = readonly EditorQuestion[];
const makeQuestions = (): Questions => [makeEmptyQuestion('multiple_choice')];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface RunningSave {
  questions: Questions;
  saveId: string;
  base: DraftBase;
  end: (error?: Error, basedOnVersion?: number) => Promise<void>;
}

/** A keeper whose saves end when the test says so. */
function makeKeeper(): {
  keeper: DraftKeeper;
  saves: RunningSave[];
} {
  const saves: RunningSave[] = [];
  const keeper = new DraftKeeper({
    questions: makeQuestions(),
    base: BASE,
    isConflict: (error) => error === CONFLICT,
    isRefused: (error) => error === CONFLICT || error === REFUSED,
    save: async ({ questions, saveId }, base) => {
      const ended = Promise.withResolvers<DraftBase>();
      const number = saves.length + 1;
      saves.push({
        questions,
        saveId,
        base,
        end: async (error, basedOnVersion = 1) => {
          if (error === undefined) ended.resolve({ basedOnVersion, updatedAt: `time ${number}` });
          else ended.reject(error);
          await vi.advanceTimersByTimeAsync(0);
        },
      });
      return ended.promise;
    },
  });
  return { keeper, saves };
}

test('edits are saved together, a moment after the last of them', async () => {
  const { keeper, saves } = makeKeeper();
  expect(keeper.getState()).toEqual({ status: 'saved', at: null });
  keeper.offer(makeQuestions());
  await vi.advanceTimersByTimeAsync(500);
  const last = makeQuestions();
  keeper.offer(last);
  expect(keeper.getState()).toEqual({ status: 'waiting' });
  await vi.advanceTimersByTimeAsync(500);
  expect(saves).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(saves.map(({ questions }) => questions)).toEqual([last]);
  expect(keeper.getState()).toEqual({ status: 'saving' });
  await saves[0]!.end();
  expect(keeper.getState()).toEqual({ status: 'saved', at: 'time 1' });
});

test('what is edited during a save is saved after it, based on its answer', async () => {
  const { keeper, saves } = makeKeeper();
  keeper.offer(makeQuestions());
  await vi.advanceTimersByTimeAsync(1_000);
  const later = makeQuestions();
  keeper.offer(later);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(saves).toHaveLength(1);
  await saves[0]!.end();
  expect(keeper.getState()).toEqual({ status: 'waiting' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves[1]).toMatchObject({ questions: later, base: { updatedAt: 'time 1' } });
});

test('a failed save is retried automatically, and immediately on request', async () => {
  const { keeper, saves } = makeKeeper();
  const questions = makeQuestions();
  keeper.offer(questions);
  await vi.advanceTimersByTimeAsync(1_000);
  const error = new Error('unreachable');
  await saves[0]!.end(error);
  expect(keeper.getState()).toEqual({ status: 'failed', error });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saves).toHaveLength(2);
  await saves[1]!.end(error);
  const flushed = keeper.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(saves).toHaveLength(3);
  await saves[2]!.end();
  expect(await flushed).toBe(true);
  expect(keeper.getState()).toEqual({ status: 'saved', at: 'time 3' });
});

test('leaving waits for the save that runs, and saves what came after it', async () => {
  const { keeper, saves } = makeKeeper();
  keeper.offer(makeQuestions());
  await vi.advanceTimersByTimeAsync(1_000);
  const later = makeQuestions();
  keeper.offer(later);
  const flushed = keeper.flush();
  await saves[0]!.end();
  expect(saves[1]?.questions).toBe(later);
  await saves[1]!.end();
  expect(await flushed).toBe(true);
});

test('stops saving on a conflict until the user decides', async () => {
  const { keeper, saves } = makeKeeper();
  const mine = makeQuestions();
  keeper.offer(mine);
  await vi.advanceTimersByTimeAsync(1_000);
  await saves[0]!.end(CONFLICT);
  expect(keeper.getState()).toEqual({ status: 'conflict' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await keeper.flush()).toBe(false);
  expect(saves).toHaveLength(1);

  keeper.settle({ basedOnVersion: 2, updatedAt: 'theirs' });
  await vi.advanceTimersByTimeAsync(1);
  expect(saves[1]).toMatchObject({ questions: mine, base: { basedOnVersion: 2, updatedAt: 'theirs' } });
  await saves[1]!.end(CONFLICT);

  const theirs = makeQuestions();
  keeper.settle({ basedOnVersion: 3, updatedAt: 'newer' }, theirs);
  keeper.offer(theirs);
  expect(keeper.getState()).toEqual({ status: 'saved', at: 'newer' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toHaveLength(2);
});

test('flushing also saves edits made during the save', async () => {
  const { keeper, saves } = makeKeeper();
  keeper.offer(makeQuestions());
  const flushed = keeper.flush();
  const later = makeQuestions();
  keeper.offer(later);
  await saves[0]!.end();
  expect(saves[1]?.questions).toBe(later);
  await saves[1]!.end();
  expect(await flushed).toBe(true);
  expect(keeper.questions).toBe(later);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toHaveLength(2);
});

test('a save whose answer was lost is retried unchanged, before later edits', async () => {
  const { keeper, saves } = makeKeeper();
  const first = makeQuestions();
  keeper.offer(first);
  await vi.advanceTimersByTimeAsync(1_000);
  await saves[0]!.end(new Error('unreachable'));
  const later = makeQuestions();
  keeper.offer(later);
  const flushed = keeper.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(saves[1]).toMatchObject({ questions: first, saveId: saves[0]!.saveId, base: BASE });
  await saves[1]!.end();
  expect(saves[2]).toMatchObject({ questions: later, base: { updatedAt: 'time 2' } });
  expect(saves[2]!.saveId).not.toBe(saves[0]!.saveId);
  await saves[2]!.end();
  expect(await flushed).toBe(true);
});

test('edits name a publication whose answer was lost until they are saved', async () => {
  const { keeper, saves } = makeKeeper();
  const publication = keeper.beginPublication();
  expect(keeper.beginPublication()).toBe(publication);
  keeper.offer(makeQuestions());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves[0]!.base).toEqual({ ...BASE, unansweredPublication: publication });
  await saves[0]!.end();
  expect(keeper.beginPublication()).not.toBe(publication);
});

test('edits during a publication become a draft of the new version, once', async () => {
  const { keeper, saves } = makeKeeper();
  keeper.beginPublication();
  const edited = makeQuestions();
  keeper.offer(edited);
  keeper.endPublication(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(saves[0]).toMatchObject({ questions: edited, base: { basedOnVersion: 2, updatedAt: null } });
  await saves[0]!.end(undefined, 2);
  // The answer to the publication came after that of the draft.
  keeper.endPublication(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toHaveLength(1);
  expect(keeper.base).toEqual({ basedOnVersion: 2, updatedAt: 'time 1' });
});

test('continues edits of an earlier visit, also after a publication whose answer was lost', async () => {
  const { keeper, saves } = makeKeeper();
  expect(keeper.resume(BASE)).toBe(true);
  expect(keeper.resume({ ...BASE, updatedAt: 'earlier' })).toBe(false);
  const base = { basedOnVersion: 0, updatedAt: 'earlier', unansweredPublication: 'p' };
  expect(keeper.resume(base)).toBe(true);
  keeper.offer(makeQuestions());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves[0]!.base).toEqual(base);
});

test('a rejected save is followed by later edits', async () => {
  const { keeper, saves } = makeKeeper();
  keeper.offer(makeQuestions());
  await vi.advanceTimersByTimeAsync(1_000);
  await saves[0]!.end(REFUSED);
  const later = makeQuestions();
  keeper.offer(later);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saves[1]).toMatchObject({ questions: later, base: BASE });
});
