import type { PrintLanguage } from '#server/printing/printed-document.ts';

export interface ExamWords {
  readonly answerSheet: string;
  readonly answers: string;
  readonly code: (code: string) => string;
  readonly date: string;
  readonly essaysElsewhere: (numbers: string) => string;
  readonly keyOf: (letter: string) => string;
  readonly keyPoints: string;
  readonly name: string;
  readonly noAnswer: string;
  readonly points: string;
  readonly pointsOf: (points: number) => string;
  readonly rubric: string;
  readonly sheetHint: string;
  readonly studentNumber: string;
  readonly version: (letter: string) => string;
}

/** The words that Lectern adds to an exam. */
export const EXAM_WORDS: Record<PrintLanguage, ExamWords> = {
  en: {
    answerSheet: 'Answer sheet',
    answers: 'Answers',
    code: (code) => `Exam code ${code}`,
    date: 'Date',
    essaysElsewhere: (numbers) => `Written answers, in the exam paper: ${numbers}`,
    keyOf: (letter) => `Answer key, version ${letter}`,
    keyPoints: 'A full answer contains:',
    name: 'Name',
    noAnswer: 'No option is marked as right.',
    points: 'Points',
    pointsOf: (points) => (points === 1 ? '1 point' : `${points} points`),
    rubric: 'Grading:',
    sheetHint: 'Fill in one circle for each question. To change an answer, cross it out and fill in another.',
    studentNumber: 'Student number',
    version: (letter) => `Version ${letter}`,
  },
  es: {
    answerSheet: 'Hoja de respuestas',
    answers: 'Respuestas',
    code: (code) => `Código del examen ${code}`,
    date: 'Fecha',
    essaysElsewhere: (numbers) => `Respuestas escritas, en el examen: ${numbers}`,
    keyOf: (letter) => `Clave de respuestas, versión ${letter}`,
    keyPoints: 'Una respuesta completa contiene:',
    name: 'Nombre',
    noAnswer: 'Ninguna opción está marcada como correcta.',
    points: 'Puntos',
    pointsOf: (points) => (points === 1 ? '1 punto' : `${points} puntos`),
    rubric: 'Calificación:',
    sheetHint: 'Rellena un círculo por pregunta. Para cambiar una respuesta, táchala y rellena otra.',
    studentNumber: 'Número de estudiante',
    version: (letter) => `Versión ${letter}`,
  },
};
