/** The languages of the interface, each by its own name, in the order of the menu. */
export const LANGUAGES = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  tr: 'Türkçe',
} as const;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

/** The first of these language tags, such as `pt-BR`, that the interface has. */
export const chooseLanguageOf = (tags: readonly string[]): Language =>
  tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar']);

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';

/** Languages that a lesson may be in: those that Lectern tells apart. */
export const LESSON_LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'it', 'nl'] as const;
export type LessonLanguage = (typeof LESSON_LANGUAGES)[number];
