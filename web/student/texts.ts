import { chooseLanguageOf, type Language } from '#contract/languages.ts';
import { readStored, writeStored } from '../api-client/browser-storage.ts';
import { en, type Texts } from './texts/en.ts';

/** Also the instructors' app remembers its language under this name. */
const STORED = 'language';

/** Only the language of the page is loaded. */
export const STUDENT_TEXTS: Record<Exclude<Language, 'en'>, () => Promise<{ texts: Texts }>> = {
  es: () => import('./texts/es.ts'),
};

export const language = chooseLanguageOf([readStored(STORED) ?? '', ...navigator.languages]);
export const t: Texts = language === 'en' ? en : (await STUDENT_TEXTS[language]()).texts;
document.documentElement.lang = language;

/** Remembers the language and loads the page again, in it. */
export function chooseLanguage(chosen: Language): void {
  writeStored(STORED, chosen);
  location.reload();
}

export const formatTime = (time: string | number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
