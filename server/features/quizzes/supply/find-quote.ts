import { splitSentences } from '../../../documents/sentences.ts';
import type { Evidence, LessonPassage } from '../../../language/lesson-text.ts';

const MAXIMUM_QUOTE = 700;

/**
 * Where a model's quotation stands in the passage: word for word, only white space may differ. What is returned are the
 * passage's own whole sentences, or undefined when it does not hold the words.
 */
export function findQuote(quote: string, passage: LessonPassage): Evidence | undefined {
  const words = quote.trim().split(/\s+/u);
  if (quote.length > MAXIMUM_QUOTE || words.length < 3) return undefined;
  const pattern = words.map(escapePattern).join(String.raw`\s+`);
  const match = new RegExp(pattern, 'u').exec(passage.text);
  if (match === null) return undefined;
  const end = match.index + match[0].length;
  const touched = splitSentences(passage.text).filter(
    (sentence) => sentence.startOffset < end && sentence.endOffset > match.index,
  );
  const whole = passage.text.slice(touched[0]?.startOffset ?? match.index, touched.at(-1)?.endOffset ?? end);
  return {
    quote: whole.length <= MAXIMUM_QUOTE ? whole : match[0],
    passage_id: passage.id,
    page: passage.page,
    start_second: passage.startSecond,
    end_second: passage.endSecond,
  };
}

const escapePattern = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
