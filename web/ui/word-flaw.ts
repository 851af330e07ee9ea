import type { TFunction } from 'i18next';
import type { Flaw } from '#contract/quizzes.ts';
import { wordMessage } from './word-message.ts';

/** A translated flaw with the words at fault, which the checker's English sentence already contains. */
export function wordFlaw(t: TFunction, { code, message, words = [] }: Flaw): string {
  const sentence = wordMessage(t, { code: `flaws.${code}`, params: {} }, message);
  if (sentence === message || words.length === 0) return sentence;
  const list = words.map((word) => `«${word}»`).join(', ');
  return `${sentence} ${t('editor.flawWords', { words: list })}`;
}
