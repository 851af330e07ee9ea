import type { TFunction } from 'i18next';
import type { Flaw } from '#contract/quizzes.ts';
import type flaws from '../locales/en/editor.json';

type FlawKey = keyof (typeof flaws)['flaws'];

/**
 * A flaw in the reader's language. The checker writes English, so that English needs no
 * own texts while questions are only read; other languages have a sentence for each code.
 */
export function translateFlaw(t: TFunction, language: string, { code, message, words = [] }: Flaw): string {
  if (language === 'en') return message;
  const sentence = t(`editor.flaws.${code as FlawKey}`, { defaultValue: message });
  if (sentence === message || words.length === 0) return sentence;
  const list = words.map((word) => `«${word}»`).join(', ');
  return `${sentence} ${t('editor.flawWords', { words: list })}`;
}
