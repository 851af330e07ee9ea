import i18next from 'i18next';
import { lazy } from 'react';

/** The dialog with its texts; English ones come with it, other languages have theirs in one. */
export const ImportDialog = lazy(async () => {
  const [module, { default: imports }] = await Promise.all([
    import('./import-dialog.tsx'),
    import('#web/locales/en/imports.json'),
  ]);
  i18next.addResourceBundle('en', 'translation', { imports }, true);
  return { default: module.ImportDialog };
});
