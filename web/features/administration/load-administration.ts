import i18next from 'i18next';
import { lazy } from 'react';

/** The administrators' pages with their texts; English ones come with them, other languages have theirs in one. */
export const AdministrationScreen = lazy(async () => {
  const [module, { default: administration }] = await Promise.all([
    import('./administration-screen.tsx'),
    import('#web/locales/en/administration.json'),
  ]);
  i18next.addResourceBundle('en', 'translation', { administration }, true);
  return { default: module.AdministrationScreen };
});
