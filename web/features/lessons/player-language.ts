import { En } from 'media-chrome/dist/lang/en.js';
import { Es } from 'media-chrome/dist/lang/es.js';
import { addTranslation, setLanguage } from 'media-chrome/dist/utils/i18n.js';

/** The name that the player gives to the button of the speed. */
const SPEED = 'Playback rate {playbackRate}';

/**
 * The player's own words, in the language of the page. What the speed's button shows, `1x`, must be part of its name for
 * those who say what they see (WCAG 2.5.3), which the player's own words leave out.
 */
export function translatePlayer(): void {
  addTranslation('en', { ...En, [SPEED]: `${SPEED}x` });
  addTranslation('es', { ...Es, [SPEED]: 'Velocidad {playbackRate}x' });
  setLanguage(document.documentElement.lang);
}
