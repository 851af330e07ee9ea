import type { CheckedQuestion, Flaw } from './checked-question.ts';
import { evidenceFlaw, listPlacedWords, quoteText } from './question-text.ts';

/** Evidence must be a verbatim part of a passage. The finding names the words at which it departs from the lesson. */
export function findLooseEvidence({ quote }: CheckedQuestion, passages: readonly string[]): Flaw | null {
  if (quote === null || quote.trim() === '')
    return evidenceFlaw(
      'evidence_not_verbatim',
      [],
      'No evidence is given. Quote the sentence of the lesson that the correct option rests on.',
    );
  if (passages.some((passage) => passage.includes(quote))) return null;
  const words = listPlacedWords(quote);
  const endOf = (index: number): number => {
    const last = words[index];
    return last ? last.at + last.word.length : 0;
  };
  const stands = (index: number): boolean =>
    passages.some((passage) => passage.includes(quote.slice(0, endOf(index))));
  // The first word that follows the words before it in no passage. If a passage contains the words up to here, it contains any shorter start.
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (stands(middle)) low = middle + 1;
    else high = middle;
  }
  const strange = words[Math.min(low, words.length - 1)]?.word;
  return evidenceFlaw(
    'evidence_not_verbatim',
    strange === undefined ? [] : [strange],
    `The evidence does not appear in the lesson word for word${strange === undefined ? '' : `; it departs from it at ${quoteText(strange)}`}. Copy the sentence from the lesson.`,
  );
}
