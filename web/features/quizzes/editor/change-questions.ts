import type { FlawDismissal } from '#contract/quizzes.ts';
import { EDITED_OPTIONS_MAXIMUM } from '#contract/question-kinds.ts';
import { makeKey, type EditorLine, type EditorOption, type EditorQuestion } from './editor-question.ts';

/*
 * Every edit of a question set, as a function from the questions before to those after. What an edit does not touch
 * stays the same object, so that only what changed is checked and drawn again; an edit that changes nothing answers
 * the very list it got.
 */
type Questions = readonly EditorQuestion[];
type ChangeQuestions = (questions: Questions) => Questions;

const putQuestion =
  (key: string, change: (question: EditorQuestion) => EditorQuestion): ChangeQuestions =>
  (questions) => {
    const place = questions.findIndex((question) => question.key === key);
    const before = questions[place];
    if (before === undefined) return questions;
    const after = change(before);
    return after === before ? questions : questions.with(place, after);
  };

/** An edited question is no longer a draft. */
export const changeQuestion = (
  key: string,
  change: Partial<EditorQuestion> | ((question: EditorQuestion) => EditorQuestion),
): ChangeQuestions =>
  putQuestion(key, (before) => {
    const after = typeof change === 'function' ? change(before) : { ...before, ...change };
    return after === before ? before : { ...after, isDraft: false };
  });

/** Moves a question by so many places, at most to an end of the list. */
export const moveQuestion =
  (key: string, places: number): ChangeQuestions =>
  (questions) =>
    moveItem(
      questions,
      questions.findIndex((question) => question.key === key),
      places,
    );

function moveItem<Item>(items: readonly Item[], from: number, places: number): readonly Item[] {
  const item = items[from];
  const to = Math.max(0, Math.min(items.length - 1, from + places));
  if (item === undefined || to === from) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

export const deleteQuestion =
  (key: string): ChangeQuestions =>
  (questions) => {
    const left = questions.filter((question) => question.key !== key);
    return left.length === questions.length ? questions : left;
  };

/** Puts a question after the one with this key, or at the end. */
export const insertQuestion =
  (added: EditorQuestion, afterKey: string | null = null): ChangeQuestions =>
  (questions) => {
    const before = questions.findIndex((question) => question.key === afterKey);
    return questions.toSpliced(before === -1 ? questions.length : before + 1, 0, added);
  };

/** Replaces a question but keeps its key, so that its open panels stay open. */
export const replaceQuestion = (key: string, replacement: EditorQuestion): ChangeQuestions =>
  putQuestion(key, () => ({ ...replacement, key }));

const withLines = <Line extends EditorLine>(
  lines: readonly Line[],
  key: string,
  change: (line: Line) => Line,
): readonly Line[] => lines.map((line) => (line.key === key ? change(line) : line));

const withOptions = (
  questionKey: string,
  change: (options: readonly EditorOption[]) => readonly EditorOption[],
): ChangeQuestions =>
  changeQuestion(questionKey, (question) => ({ ...question, options: change(question.options) }));

export const changeOptionText = (questionKey: string, optionKey: string, text: string): ChangeQuestions =>
  withOptions(questionKey, (options) => withLines(options, optionKey, (option) => ({ ...option, text })));

/** Fills the first empty wrong answer or adds an option; does nothing if there is no room. */
export const addWrongAnswer = (questionKey: string, text: string): ChangeQuestions =>
  withOptions(questionKey, (options) => {
    const empty = options.find((option) => !option.isCorrect && option.text.trim() === '');
    if (empty !== undefined) return withLines(options, empty.key, (option) => ({ ...option, text }));
    return options.length >= EDITED_OPTIONS_MAXIMUM
      ? options
      : [...options, { key: makeKey(), text, isCorrect: false }];
  });

/** Makes one option the key, and all others none. */
export const markKey = (questionKey: string, optionKey: string): ChangeQuestions =>
  withOptions(questionKey, (options) =>
    options.map((option) =>
      option.isCorrect === (option.key === optionKey) ? option : { ...option, isCorrect: !option.isCorrect },
    ),
  );

export const addOption = (questionKey: string, optionKey = makeKey()): ChangeQuestions =>
  withOptions(questionKey, (options) => [...options, { key: optionKey, text: '', isCorrect: false }]);

export const removeOption = (questionKey: string, optionKey: string): ChangeQuestions =>
  withOptions(questionKey, (options) => options.filter((option) => option.key !== optionKey));

export const moveOption = (questionKey: string, optionKey: string, places: number): ChangeQuestions =>
  changeQuestion(questionKey, (question) => {
    const from = question.options.findIndex((option) => option.key === optionKey);
    const options = moveItem(question.options, from, places);
    return options === question.options ? question : { ...question, options };
  });

/** Puts the options in the order of the numbers they begin with. */
export const sortOptions = (questionKey: string): ChangeQuestions =>
  withOptions(questionKey, (options) =>
    options.toSorted((one, other) => readNumber(one.text) - readNumber(other.text)),
  );

const readNumber = (text: string): number =>
  Number(/\d[\d,]*(?:\.\d+)?/u.exec(text)?.[0].replaceAll(',', '') ?? Number.MAX_SAFE_INTEGER);

const withKeyPoints = (
  questionKey: string,
  change: (keyPoints: readonly EditorLine[]) => readonly EditorLine[],
): ChangeQuestions =>
  changeQuestion(questionKey, (question) => ({ ...question, keyPoints: change(question.keyPoints) }));

export const changeKeyPoint = (questionKey: string, pointKey: string, text: string): ChangeQuestions =>
  withKeyPoints(questionKey, (points) => withLines(points, pointKey, (point) => ({ ...point, text })));

export const addKeyPoint = (questionKey: string, pointKey = makeKey()): ChangeQuestions =>
  withKeyPoints(questionKey, (points) => [...points, { key: pointKey, text: '' }]);

export const removeKeyPoint = (questionKey: string, pointKey: string): ChangeQuestions =>
  withKeyPoints(questionKey, (points) => points.filter((point) => point.key !== pointKey));

export const dismissFlaw = (questionKey: string, dismissal: FlawDismissal): ChangeQuestions =>
  changeQuestion(questionKey, (question) => ({
    ...question,
    dismissedFlaws: [...question.dismissedFlaws.filter(({ code }) => code !== dismissal.code), dismissal],
  }));

export const restoreFlaw = (questionKey: string, code: string): ChangeQuestions =>
  changeQuestion(questionKey, (question) => ({
    ...question,
    dismissedFlaws: question.dismissedFlaws.filter((dismissal) => dismissal.code !== code),
  }));
