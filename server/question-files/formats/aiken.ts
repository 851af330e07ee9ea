import { cleanText } from '../markup-text.ts';
import { refuseTooMany, type FilePart, type ReadFile } from '../question-file.ts';
import { BARE_QUESTION, unread } from '../question-texts.ts';

const OPTION = /^\s*([A-Z])[.)]\s+(.*)$/u;
const ANSWER = /^\s*ANSWER:\s*(.*?)\s*$/u;

/** Whether a text has an answer line as Aiken writes it. */
export const isAiken = (text: string): boolean => /^\s*ANSWER:\s*[A-Z]\s*$/mu.test(text);

/** Aiken, as https://docs.moodle.org/en/Aiken_format describes it. Lines before the first option are the question. */
export function readAiken(text: string): ReadFile {
  const parts: FilePart[] = [];
  let lines: { text: string; line: number }[] = [];
  const end = (): void => {
    const [first] = lines;
    if (first === undefined) return;
    refuseTooMany(parts.length);
    const source = lines.map((line) => line.text);
    parts.push({ place: { item: parts.length + 1, line: first.line, file: null }, ...readBlock(source) });
    lines = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    lines.push({ text: line, line: index + 1 });
    if (ANSWER.test(line)) end();
  }
  end();
  return { format: 'aiken', name: null, parts };
}

function readBlock(lines: readonly string[]) {
  const source = lines.join('\n').trim();
  const answer = ANSWER.exec(lines.at(-1) ?? '')?.[1];
  const first = lines.findIndex((line) => OPTION.test(line));
  if (answer === undefined || first < 1)
    return unread('broken', source, answer === undefined ? 'ANSWER:' : 'A.');
  const options: { letter: string; text: string }[] = [];
  for (const line of lines.slice(first, -1)) {
    const [, letter, text = ''] = OPTION.exec(line) ?? [];
    if (letter !== undefined && letter === String.fromCharCode(65 + options.length))
      options.push({ letter, text });
    else return unread('broken', source, line.trim());
  }
  const stem = lines
    .slice(0, first)
    .map((line) => line.trim())
    .join('\n');
  return {
    question: {
      ...BARE_QUESTION,
      // Lectern's export puts this before a question that looks like an option.
      text: cleanText(stem.replace(/^Question: (?=[A-Z][.)]|ANSWER:)/iu, '')),
      type: 'multiple_choice' as const,
      options: options.map(({ letter, text }) => ({ text: cleanText(text), is_correct: letter === answer })),
    },
    notes: [],
  };
}
