import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { chooseLanguageOf, type Language } from '#contract/languages.ts';
import { readStored, writeStored } from '../api-client/browser-storage.ts';
import type { Catalogue } from '../locales/en/catalogue.ts';
import { addMessageFormats } from '../ui/word-message.ts';
import { firstTexts } from '../locales/en/first-texts.ts';

const STORED = 'language';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue };
    returnNull: false;
  }
}

/** The one to switch to, as long as there are two. */
export const otherLanguage = (language: string): Language => (language === 'es' ? 'en' : 'es');

async function loadLanguage(language: Language): Promise<void> {
  if (language === 'es')
    i18next.addResourceBundle('es', 'translation', await import('../locales/es/catalogue.ts'));
}

/** Prepares the texts before the first screen is drawn; English comes with the page, Spanish is fetched. */
export async function startLanguage(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: { en: { translation: firstTexts } },
    lng: 'en',
    fallbackLng: 'en',
    // React escapes what it draws.
    interpolation: { escapeValue: false },
  });
  addMessageFormats(i18next);
  await switchLanguage(chooseLanguageOf([readStored(STORED) ?? '', ...navigator.languages]));
}

async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** As `switchLanguage`, remembered for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchLanguage(language);
  writeStored(STORED, language);
}
