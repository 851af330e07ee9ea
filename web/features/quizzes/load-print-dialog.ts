import i18next from 'i18next';
import { lazy } from 'react';

/** The dialog with its texts; English ones come with it, other languages have theirs in one. */
export const PrintDialog = lazy(async () => {
  const [module, { default: printing }] = await Promise.all([
    import('./print-dialog.tsx'),
    import('#web/locales/en/printing.json'),
  ]);
  i18next.addResourceBundle('en', 'translation', { printing }, true);
  return { default: module.PrintDialog };
});
