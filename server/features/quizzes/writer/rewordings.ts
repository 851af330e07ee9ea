import { listStemParts } from '#contract/question-rules/stem-parts.ts';
import type { ChoiceDraft } from './author/prompts.ts';
import type { ReadResult } from './reader.ts';

type Rewordings = ReadResult['rewordings'];

const MOST_REWORDINGS = 3;
/** In a rewording that adds one of these, an examiner offers a choice or gives an instruction: "retain / hold", "(omit)". */
const ADDED_MARKS = /[()[\]/"“”]/gu;

/**
 * The draft with those of an examiner's rewordings that can only mean one place: words that occur once in the question and its
 * answers, outside of code. The explanation follows them.
 */
export const applyRewordings = (draft: ChoiceDraft, rewordings: Rewordings): ChoiceDraft =>
  rewordings
    .slice(0, MOST_REWORDINGS)
    .reduce(
      (changed, rewording) => (isUsable(changed, rewording) ? apply(changed, rewording) : changed),
      draft,
    );

function isUsable(draft: ChoiceDraft, { from, to }: Rewordings[number]): boolean {
  if (from.trim() === '' || to.trim() === '') return false;
  if (to.match(ADDED_MARKS)?.some((mark) => !from.includes(mark)) === true) return false;
  const texts = [draft.question, draft.right_answer, ...draft.wrong_answers.map(({ text }) => text)];
  const code = listStemParts(draft.question).flatMap((part) => (part.kind === 'code' ? [part.code] : []));
  const count = (among: readonly string[]): number =>
    among.reduce((sum, text) => sum + [...text.matchAll(wholeWords(from))].length, 0);
  return count(texts) === 1 && count(code) === 0;
}

function apply(draft: ChoiceDraft, { from, to }: Rewordings[number]): ChoiceDraft {
  const change = (text: string): string => text.replaceAll(wholeWords(from), () => to.trim());
  return {
    ...draft,
    question: change(draft.question),
    right_answer: change(draft.right_answer),
    wrong_answers: draft.wrong_answers.map((answer) => ({ ...answer, text: change(answer.text) })),
    explanation: change(draft.explanation),
  };
}

function wholeWords(words: string): RegExp {
  const escaped = words.trim().replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'gu');
}
