import i18next from 'i18next';
import { lazy } from 'react';

/** The editor with its texts; English ones come with it, other languages have theirs in one. */
export const QuizEditor = lazy(async () => {
  const [module, { default: editor }] = await Promise.all([
    import('./quiz-editor.tsx'),
    import('#web/locales/en/editor.json'),
  ]);
  i18next.addResourceBundle('en', 'translation', { editor }, true);
  return { default: module.QuizEditor };
});
