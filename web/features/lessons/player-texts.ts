import i18next from 'i18next';
import { En } from 'media-chrome/dist/lang/en.js';
import { addTranslation, setLanguage } from 'media-chrome/dist/utils/i18n.js';

/** The name that the player gives to the button of the speed. */
const SPEED = 'Playback rate {playbackRate}';

/**
 * The player's own words, in the language of the page. What the speed's button shows, `1x`, must be part of its name for
 * those who say what they see (WCAG 2.5.3), which the player's own words leave out.
 */
async function translatePlayer(language: string): Promise<void> {
  const texts = language === 'es' ? (await import('media-chrome/dist/lang/es.js')).Es : En;
  addTranslation(language, { ...En, ...texts, [SPEED]: `${texts[SPEED]}x` });
  setLanguage(language);
}

/** To be awaited before the first player is drawn. */
export async function startPlayerTexts(): Promise<void> {
  i18next.on('languageChanged', (language) => void translatePlayer(language));
  await translatePlayer(i18next.language);
}
