import i18next from 'i18next';
import { lazy } from 'react';

/** The glossary with its texts; English ones come with it, other languages have theirs in one. */
export const GlossaryPanel = lazy(async () => {
  const [module, { default: glossary }] = await Promise.all([
    import('./glossary-panel.tsx'),
    import('#web/locales/en/glossary.json'),
  ]);
  i18next.addResourceBundle('en', 'translation', { glossary }, true);
  return { default: module.GlossaryPanel };
});
