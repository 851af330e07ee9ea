import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readStored, writeStored } from '../api-client/browser-storage.ts';
import type { Catalogue } from '../locales/en/catalogue.ts';
import { firstTexts } from '../locales/en/first-texts.ts';

export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED = 'language';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue };
    returnNull: false;
  }
}

const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

function preferredLanguage(): Language {
  const wanted = [readStored(STORED) ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}

/** The one to switch to, as long as there are two. */
export const otherLanguage = (language: string): Language => (language === 'es' ? 'en' : 'es');

async function loadLanguage(language: Language): Promise<void> {
  if (language === 'es') {
    const { es } = await import('../locales/es/catalogue.ts');
    i18next.addResourceBundle('es', 'translation', es);
  }
}

/** Fetches the texts of the screens behind the login. */
export async function loadFurtherTexts(): Promise<void> {
  const { furtherTexts } = await import('../locales/en/further-texts.ts');
  i18next.addResourceBundle('en', 'translation', furtherTexts, true);
}

/** Fetches the texts of the pages behind the account menu. */
export async function loadAccountTexts(): Promise<void> {
  const { default: account } = await import('../locales/en/account.json');
  i18next.addResourceBundle('en', 'translation', { account }, true);
}

/** Prepares the texts before the first screen is drawn; English comes with the page, others are fetched. */
export async function startLanguage(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: { en: { translation: firstTexts } },
    lng: 'en',
    fallbackLng: 'en',
    // React escapes what it draws.
    interpolation: { escapeValue: false },
  });
  const language = preferredLanguage();
  if (language !== 'en') await switchLanguage(language);
  else document.documentElement.lang = 'en';
}

export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
}

/** As `switchLanguage`, remembered for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  writeStored(STORED, language);
  await switchLanguage(language);
}
