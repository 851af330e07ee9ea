import { z } from 'zod';
import { fieldText } from './messages/field-messages.ts';

export const PRINT_FORMATS = ['pdf', 'docx'] as const;
export const PAPER_SIZES = ['a4', 'letter'] as const;
export const PRINT_LANGUAGES = ['en', 'es'] as const;

export const printFormat = z.enum(PRINT_FORMATS, fieldText('export_format'));
export const paperSize = z.enum(PAPER_SIZES, fieldText('export_format')).default('a4');
export const printLanguage = z
  .enum(PRINT_LANGUAGES, fieldText('export_format'))
  .default('en')
  .meta({ description: 'Of the words that Lectern adds, such as “Page 1 of 4”.' });
