import type { ChoiceDraft } from './author/prompts.ts';
import type { ReadResult } from './reader.ts';

type Rewordings = ReadResult['rewordings'];

const MOST_REWORDINGS = 3;

/** An examiner's better words, in sentences for the writer. */
export const nameRewordings = (rewordings: Rewordings): string[] =>
  rewordings.slice(0, MOST_REWORDINGS).map(({ from, to }) => `Say "${to}" instead of "${from}".`);

/** The draft with the words that an examiner prefers. */
export function applyRewordings(draft: ChoiceDraft, rewordings: Rewordings): ChoiceDraft {
  const change = (text: string): string =>
    rewordings
      .filter(({ from }) => from.trim() !== '')
      .slice(0, MOST_REWORDINGS)
      .reduce((words, { from, to }) => words.replaceAll(wholeWords(from), () => to), text);
  return {
    ...draft,
    question: change(draft.question),
    right_answer: change(draft.right_answer),
    wrong_answers: draft.wrong_answers.map((answer) => ({ ...answer, text: change(answer.text) })),
  };
}

/** Matches whole words only. */
function wholeWords(words: string): RegExp {
  const escaped = words.trim().replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'gu');
}
