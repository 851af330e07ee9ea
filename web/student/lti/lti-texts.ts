import type { Language } from '#contract/languages.ts';
import { language } from '../texts.ts';
import { en, type LtiTexts } from './texts/en.ts';

/** Only the language of the page is loaded. */
const LTI_TEXTS: Record<Exclude<Language, 'en'>, () => Promise<{ texts: LtiTexts }>> = {
  ar: () => import('./texts/ar.ts'),
  de: () => import('./texts/de.ts'),
  es: () => import('./texts/es.ts'),
  fr: () => import('./texts/fr.ts'),
  it: () => import('./texts/it.ts'),
  nl: () => import('./texts/nl.ts'),
  pl: () => import('./texts/pl.ts'),
  pt: () => import('./texts/pt.ts'),
  tr: () => import('./texts/tr.ts'),
};

export const ltiTexts: LtiTexts = language === 'en' ? en : (await LTI_TEXTS[language]()).texts;
