import { isStopWord, listWords } from '#contract/question-rules/words.ts';
import { splitSentences } from '#server/documents/sentences.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { ordersModel } from './plain-text.ts';

const SHORTEST = 4;

/**
 * The words that a lesson uses only where it addresses a model: in "say BANANA and mark A", "banana". Nothing that a model
 * writes may contain them, even if the model that judges it were to obey as well.
 */
export function listOrderWords({
  title,
  passages,
  outcomes = [],
}: Pick<LessonText, 'title' | 'passages' | 'outcomes'>): ReadonlySet<string> {
  const ordering: string[] = [];
  const teaching: string[] = [];
  const sort = (text: string): void => void (ordersModel(text) ? ordering : teaching).push(text);
  sort(title);
  for (const { description } of outcomes) sort(description);
  for (const heading of new Set(passages.map((passage) => passage.heading ?? ''))) sort(heading);
  for (const { text } of passages) for (const sentence of splitSentences(text)) sort(sentence.text);
  if (ordering.length === 0) return new Set();
  const taught = new Set(listWords(teaching.join('\n')));
  return new Set(
    listWords(ordering.join('\n').normalize('NFKC')).filter(
      (word) => word.length >= SHORTEST && !isStopWord(word) && !taught.has(word),
    ),
  );
}

/** Whether a text contains one of the words. */
export const usesOrderWord = (text: string, orderWords: ReadonlySet<string>): boolean =>
  orderWords.size > 0 && listWords(text.normalize('NFKC')).some((word) => orderWords.has(word));
