import type { ExportedQuestion } from '#contract/quiz-export.ts';
import { onOneLine } from '../export-text.ts';
import { holdsQuestion, type ExportFormat } from '../format.ts';

/** Aiken, as https://docs.moodle.org/en/Aiken_format describes it: a line for the question and one for each option. */
export const aiken: ExportFormat = {
  fileExtension: 'aiken.txt',
  contentType: 'text/plain; charset=utf-8',
  lacks: ['essays', 'explanations', 'evidence', 'levels', 'outcomes', 'line_breaks'],
  async *write({ entries }) {
    for await (const { question } of entries)
      if (holdsQuestion(aiken, question)) yield writeQuestion(question);
  },
};

const letterOf = (index: number): string => String.fromCharCode('A'.charCodeAt(0) + index);
/** Beginnings by which readers recognize an option or the answer. */
const HAS_MEANING = /^(?:[A-Z][.)]|ANSWER:)/iu;

function writeQuestion({ text, options }: ExportedQuestion): string {
  const stem = onOneLine(text);
  return [
    HAS_MEANING.test(stem) ? `Question: ${stem}` : stem,
    ...options.map((option, index) => `${letterOf(index)}. ${onOneLine(option.text)}`),
    `ANSWER: ${letterOf(options.findIndex((option) => option.is_correct))}`,
    '\n',
  ].join('\n');
}
