import type { PrintLanguage } from '#server/printing/printed-document.ts';

export interface GuideWords {
  readonly answers: string;
  readonly keyPoints: string;
  readonly keyTerms: string;
  readonly questions: string;
  readonly studyGuide: string;
  readonly summary: string;
}

/** The words that Lectern adds to a study guide. */
export const GUIDE_WORDS: Record<PrintLanguage, GuideWords> = {
  en: {
    answers: 'Answers',
    keyPoints: 'A full answer contains:',
    keyTerms: 'Key terms',
    questions: 'Questions',
    studyGuide: 'Study guide',
    summary: 'Summary',
  },
  es: {
    answers: 'Respuestas',
    keyPoints: 'Una respuesta completa contiene:',
    keyTerms: 'Términos clave',
    questions: 'Preguntas',
    studyGuide: 'Guía de estudio',
    summary: 'Resumen',
  },
};
