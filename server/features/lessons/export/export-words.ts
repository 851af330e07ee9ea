import type { PrintLanguage } from '#server/printing/printed-document.ts';

interface ExportWords {
  readonly keyTerms: string;
  readonly summary: string;
  readonly transcript: string;
}

/** The words that Lectern adds to a lesson's texts. */
export const EXPORT_WORDS: Record<PrintLanguage, ExportWords> = {
  en: { keyTerms: 'Key terms', summary: 'Summary', transcript: 'Transcript' },
  es: { keyTerms: 'Términos clave', summary: 'Resumen', transcript: 'Transcripción' },
};
