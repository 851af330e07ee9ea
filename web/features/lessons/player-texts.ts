import i18next from 'i18next';
import { En } from 'media-chrome/dist/lang/en.js';
import { addTranslation, setLanguage } from 'media-chrome/dist/utils/i18n.js';
import { isLanguage, type Language } from '#contract/languages.ts';
import type { PlayerTexts } from './player-texts/player-words.ts';

/** The name that the player gives to the button of the speed. */
const SPEED = 'Playback rate {playbackRate}';

const TEXTS: Record<Language, () => PlayerTexts | Promise<PlayerTexts>> = {
  en: () => En,
  ar: async () => (await import('./player-texts/ar.ts')).texts,
  de: async () => (await import('media-chrome/dist/lang/de.js')).De,
  es: async () => (await import('media-chrome/dist/lang/es.js')).Es,
  fr: async () => (await import('media-chrome/dist/lang/fr.js')).Fr,
  it: async () => (await import('./player-texts/it.ts')).texts,
  nl: async () => (await import('./player-texts/nl.ts')).texts,
  pl: async () => (await import('./player-texts/pl.ts')).texts,
  pt: async () => (await import('media-chrome/dist/lang/pt.js')).Pt,
  tr: async () => (await import('./player-texts/tr.ts')).texts,
};

/**
 * The player's own words, in the language of the page. What the speed's button shows, `1x`, must be part of its name for
 * those who say what they see (WCAG 2.5.3), which the player's own words leave out.
 */
async function translatePlayer(language: string): Promise<void> {
  if (!isLanguage(language)) return;
  const texts = await TEXTS[language]();
  addTranslation(language, { ...En, ...texts, [SPEED]: `${texts[SPEED]}x` });
  setLanguage(language);
}

/** To be awaited before the first player is drawn. */
export async function startPlayerTexts(): Promise<void> {
  i18next.on('languageChanged', (language) => void translatePlayer(language));
  await translatePlayer(i18next.language);
}
