import type { IRunOptions } from 'docx';

/** Word measures in twentieths of a point. */
export const TWIPS = 20;
/** Office has it on every system; LibreOffice replaces it by one of the same widths. */
export const WORD_FONT = 'Cambria';
export const WORD_CODE_FONT = 'Consolas';
/** It has circles; where it is missing, Word and LibreOffice choose another font that does. */
export const WORD_SYMBOL_FONT = 'Segoe UI Symbol';

/** Written out, the property is taken for the deprecated method of strings. */
export const BOLD: IRunOptions = { bold: true };
