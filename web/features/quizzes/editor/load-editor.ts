import i18next from 'i18next';
import { lazy } from 'react';

/** The texts of the editor; English ones come with it, other languages have theirs in one. */
async function loadTexts(): Promise<void> {
  const { default: editor } = await import('#web/locales/en/editor.json');
  i18next.addResourceBundle('en', 'translation', { editor }, true);
}

export const QuizEditor = lazy(async () => {
  const [module] = await Promise.all([import('./quiz-editor.tsx'), loadTexts()]);
  return { default: module.QuizEditor };
});

export const QuestionInPlace = lazy(async () => {
  const [module] = await Promise.all([import('./question-in-place.tsx'), loadTexts()]);
  return { default: module.QuestionInPlace };
});
