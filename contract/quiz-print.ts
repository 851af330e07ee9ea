import { z } from 'zod';
import { freeText } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';
import { paperSize, printFormat, printLanguage } from './printing.ts';

export const PRINT_PARTS = ['paper', 'answer_sheet', 'key'] as const;
export type PrintPart = (typeof PRINT_PARTS)[number];
export const MOST_VERSIONS = 6;
export const MOST_ESSAY_LINES = 60;

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .int(fieldText('whole_number'))
    .min(minimum, fieldText('at_least', { minimum }))
    .max(maximum, fieldText('at_most', { maximum }));

/** The same settings always make the same versions, so a key that is printed later fits the papers. */
export const printQuizRequest = z.object({
  part: z.enum(PRINT_PARTS, fieldText('export_format')),
  format: printFormat,
  paper: paperSize,
  language: printLanguage,
  versions: wholeNumber(1, MOST_VERSIONS).default(1).meta({
    description: 'Version A has the order of the quiz; B and those after it each have their own order.',
  }),
  shuffle_questions: z.boolean().default(true),
  shuffle_options: z.boolean().default(true).meta({
    description:
      'An option such as “All of the above” stays last, with its question’s other options in order.',
  }),
  seed: wholeNumber(0, 2_147_483_647).optional().meta({
    description: 'Another number makes other orders; the quiz’s id unless given.',
  }),
  title: freeText(300).optional().meta({ description: 'The name of the quiz unless given.' }),
  course: freeText(300).optional().meta({ description: 'The title of the course unless given.' }),
  date: freeText(60).default('').meta({ description: 'As it is printed; a line to fill in unless given.' }),
  instructions: freeText(4_000).default(''),
  points_per_choice: wholeNumber(0, 1_000).default(1).meta({ description: '0 prints no points.' }),
  points_per_essay: wholeNumber(0, 1_000).default(5),
  essay_lines: wholeNumber(0, MOST_ESSAY_LINES).default(12),
});
export type PrintQuizRequest = z.infer<typeof printQuizRequest>;
