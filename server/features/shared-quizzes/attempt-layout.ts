import { randomInt } from 'node:crypto';
import type { SharedQuizSettings, SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { AttemptLayout } from '#server/database/student-tables.ts';

/** Fisher and Yates's shuffle, in the form of Durstenfeld (1964). */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    const item = shuffled[last] as Item;
    shuffled[last] = shuffled[other] as Item;
    shuffled[other] = item;
  }
  return shuffled;
}

const orderOptions = (
  { options }: SnapshotQuestion,
  settings: Pick<SharedQuizSettings, 'shuffle_options'>,
): number[] => {
  const places = options.map((_, place) => place);
  return settings.shuffle_options ? shuffle(places) : places;
};

/** Draws and orders the questions of one attempt. */
export function layOutAttempt(
  questions: readonly SnapshotQuestion[],
  settings: Pick<SharedQuizSettings, 'draw_count' | 'shuffle_questions' | 'shuffle_options'>,
): AttemptLayout[] {
  const places = questions.map((_, place) => place);
  const drawn = settings.draw_count === null ? places : shuffle(places).slice(0, settings.draw_count);
  const ordered = settings.shuffle_questions ? shuffle(drawn) : drawn.toSorted((one, other) => one - other);
  return ordered.flatMap((place) => {
    const question = questions[place];
    return question === undefined ? [] : [{ key: question.key, options: orderOptions(question, settings) }];
  });
}

/** The layout of an attempt whose questions are replaced: what stays the same keeps its place, and new questions come last. */
export function moveLayout(
  layout: readonly AttemptLayout[],
  questions: readonly SnapshotQuestion[],
  isKept: (key: number) => boolean,
  settings: Pick<SharedQuizSettings, 'draw_count' | 'shuffle_options'>,
): AttemptLayout[] {
  const known = new Set(layout.map(({ key }) => key));
  const byKey = new Map(questions.map((question) => [question.key, question]));
  const kept = layout.flatMap((place) => {
    const question = byKey.get(place.key);
    if (question === undefined) return [];
    return [isKept(place.key) ? place : { key: place.key, options: orderOptions(question, settings) }];
  });
  const added = questions
    .filter(({ key }) => !known.has(key))
    .map((question) => ({ key: question.key, options: orderOptions(question, settings) }));
  const count = settings.draw_count === null ? questions.length : Math.min(layout.length, questions.length);
  return [...kept, ...added].slice(0, count);
}
