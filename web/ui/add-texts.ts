import i18next from 'i18next';
import type { Catalogue } from '../locales/en/catalogue.ts';

/** Adds English texts along with the code that shows them. Other languages are loaded whole. */
export const addTexts = (texts: Partial<Catalogue>): void =>
  void i18next.addResourceBundle('en', 'translation', texts, true);
