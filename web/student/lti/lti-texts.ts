import type { Language } from '#contract/languages.ts';
import { language } from '../texts.ts';
import { en, type LtiTexts } from './texts/en.ts';

/** Only the language of the page is loaded. */
const LTI_TEXTS: Record<Exclude<Language, 'en'>, () => Promise<{ texts: LtiTexts }>> = {
  es: () => import('./texts/es.ts'),
};

export const ltiTexts: LtiTexts = language === 'en' ? en : (await LTI_TEXTS[language]()).texts;
