import i18next from 'i18next';
import { lazy } from 'react';

/** The administrators' pages with their texts, which no other screen loads. */
export const AdministrationScreen = lazy(async () => {
  const [module, { default: english }, { default: spanish }] = await Promise.all([
    import('./administration-screen.tsx'),
    import('../../locales/en/administration.json'),
    import('../../locales/es/administration.json'),
  ]);
  i18next.addResourceBundle('en', 'translation', { administration: english }, true);
  i18next.addResourceBundle('es', 'translation', { administration: spanish }, true);
  return { default: module.AdministrationScreen };
});
