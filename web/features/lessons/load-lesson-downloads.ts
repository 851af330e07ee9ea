import i18next from 'i18next';
import { lazy } from 'react';

/** The dialog with its texts; English ones come with it, other languages have theirs in one. */
export const LessonDownloads = lazy(async () => {
  const [module, { default: printing }] = await Promise.all([
    import('./lesson-downloads.tsx'),
    import('#web/locales/en/printing.json'),
  ]);
  i18next.addResourceBundle('en', 'translation', { printing }, true);
  return { default: module.LessonDownloads };
});
