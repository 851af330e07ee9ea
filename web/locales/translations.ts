import type { Language } from '#contract/languages.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import type { Catalogue } from './en/catalogue.ts';

/** Every text in another language. `messages` are those of the server and the contract, whose English comes with them. */
export type Translation = Catalogue & { messages: Record<MessageCode, string> };

/** Each language in a file of its own, which only its readers load. */
export const TRANSLATIONS: Record<Exclude<Language, 'en'>, () => Promise<Translation>> = {
  ar: () => import('./ar/catalogue.ts'),
  de: () => import('./de/catalogue.ts'),
  es: () => import('./es/catalogue.ts'),
  fr: () => import('./fr/catalogue.ts'),
  it: () => import('./it/catalogue.ts'),
  nl: () => import('./nl/catalogue.ts'),
  pl: () => import('./pl/catalogue.ts'),
  pt: () => import('./pt/catalogue.ts'),
  tr: () => import('./tr/catalogue.ts'),
};
