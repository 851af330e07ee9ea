import i18next from 'i18next';
import { lazy } from 'react';

/** The dialog with its texts; English ones come with it, other languages have theirs in one. */
export const DownloadDialog = lazy(async () => {
  const [module, { default: downloads }] = await Promise.all([
    import('./download-dialog.tsx'),
    import('#web/locales/en/downloads.json'),
  ]);
  i18next.addResourceBundle('en', 'translation', { downloads }, true);
  return { default: module.DownloadDialog };
});
