import type { PrintLanguage } from './printed-document.ts';

interface PrintWords {
  readonly page: (page: number, count: number) => string;
}

const WORDS: Record<PrintLanguage, PrintWords> = {
  en: { page: (page, count) => `Page ${page} of ${count}` },
  es: { page: (page, count) => `Página ${page} de ${count}` },
};

/** The words at the foot of each page. */
export const wordsOf = (language: PrintLanguage): PrintWords => WORDS[language];
