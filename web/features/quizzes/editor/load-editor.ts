import i18next from 'i18next';
import { lazy } from 'react';

/** Only English splits off the editor's texts; other languages are loaded whole. */
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
