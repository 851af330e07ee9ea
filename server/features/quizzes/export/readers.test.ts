import { beforeAll, expect, test } from 'vitest';
import { listStemParts } from '#contract/question-rules/stem-parts.ts';
import { FORMATS } from './export-questions.ts';
import { listTags, onOneLine, writeFeedback, writeGraderNotes } from './export-text.ts';
import { holdsQuestion } from './format.ts';
import { moodleXml } from './formats/moodle-xml.ts';
import { EXPORTED_QUIZ, writeFile } from './testing/exported-quizzes.ts';
import { readExports } from './testing/read-exports.ts';
import { unzip } from './testing/unzip.ts';

/** Programs of other people read 500 random questions: Unicode, right-to-left text, markup, code, 10,000 characters. */
const { questions } = EXPORTED_QUIZ;
const choices = questions.filter(({ type }) => type === 'multiple_choice');

let read: Awaited<ReturnType<typeof readExports>>;
let moodleTexts: Map<string, string>;

beforeAll(async () => {
  const texts = questions.flatMap((question) => [
    question.text,
    writeFeedback(question, EXPORTED_QUIZ),
    ...question.options.map((option) => option.text),
  ]);
  read = await readExports(texts);
  moodleTexts = new Map(texts.map((text, index) => [text, read.moodle_texts[index] ?? '']));
}, 15 * 60_000);

const partsOf = (stem: string): string[] =>
  listStemParts(stem).map((part) => (part.kind === 'code' ? part.code : part.text));
/** The library for XLSX leaves out the character that stands for half a character. */
const inSheet = (text: string): string => text.replaceAll('\uFFFD', '');
/** An option or feedback is one paragraph, or nothing. */
const paragraphOf = (text: string): string[] => (text === '' ? [] : [text]);

test('moodle-xml-parser reads the multiple-choice questions of Moodle XML', () => {
  const asRead = (text: string): string => moodleTexts.get(text) ?? expect.fail();
  expect(read.moodle).toEqual(
    choices.map((question) => ({
      stem: asRead(question.text),
      options: question.options.map((option) => [asRead(option.text), option.is_correct ? 100 : 0]),
      feedback: asRead(writeFeedback(question, EXPORTED_QUIZ)),
    })),
  );
});

test('qti2latex reads QTI 1.2 with the right answers, levels and outcomes', () => {
  expect(read.qti12).toHaveLength(500);
  for (const [index, question] of questions.entries()) {
    const { type, stem, options, feedback, metadata } = read.qti12[index] ?? expect.fail();
    expect(type).toBe(question.type === 'essay' ? 'essay_question' : 'multiple_choice_question');
    expect(stem[0]).toEqual(partsOf(question.text));
    expect(options.map(([text, isCorrect]) => [text[0], isCorrect])).toEqual(
      question.options.map((option) => [[option.text], option.is_correct]),
    );
    expect(feedback?.[0] ?? []).toEqual(paragraphOf(writeFeedback(question, EXPORTED_QUIZ)));
    const [bloom, difficulty, outcome] = listTags(question).map((tag) => tag.slice(tag.indexOf(':') + 1));
    expect(metadata).toMatchObject({ bloom, difficulty, ...(outcome === undefined ? {} : { outcome }) });
  }
});

test('onyx2moodle reads QTI 2.1 with the right answers', () => {
  expect(read.qti21).toHaveLength(500);
  for (const [index, question] of questions.entries()) {
    const { type, stem, options, feedback } = read.qti21[index] ?? expect.fail();
    expect(type).toBe(question.type === 'essay' ? 'extendedText' : 'choice');
    expect(stem[0]).toEqual(partsOf(question.text));
    expect(options.map(([text, isCorrect]) => [text[0], isCorrect])).toEqual(
      question.options.map((option) => [[option.text], option.is_correct]),
    );
    expect(feedback?.[0] ?? []).toEqual(paragraphOf(writeFeedback(question, EXPORTED_QUIZ)));
  }
});

test('the integrity check of qti-package-maker finds nothing wrong in the packages', () => {
  expect(read.violations).toEqual([]);
});

test('texts make no elements of their own: scripts in them are inert', () => {
  const elements = [...read.qti12, ...read.qti21].flatMap(({ stem, options, feedback }) =>
    [stem, ...(feedback === null ? [] : [feedback]), ...options.map(([text]) => text)].flatMap(
      ([, names]) => names,
    ),
  );
  expect([...new Set(elements)].sort()).toEqual(['br', 'code', 'div', 'p', 'pre']);
});

test('no XML file contains a character that XML 1.0 forbids', async () => {
  const files = [(await writeFile(moodleXml)).toString()];
  for (const format of [FORMATS.qti_1_2, FORMATS.qti_2_1, FORMATS.qti_3_0])
    files.push(...unzip(await writeFile(format)).values());
  for (const file of files)
    expect(file).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
});

test('QTI packages keep what graders need', async () => {
  for (const format of [FORMATS.qti_1_2, FORMATS.qti_2_1, FORMATS.qti_3_0]) {
    const text = [...unzip(await writeFile(format)).values()].join('');
    const count = questions.filter((question) => writeGraderNotes(question) !== '').length;
    expect(text.match(/<(?:rubric|rubricBlock|qti-rubric-block) view="[Ss]corer"/gu)).toHaveLength(count);
  }
});

test('openpyxl reads the sheet for Kahoot, of the questions that fit', () => {
  const rows = read.kahoot.slice(8);
  const held = questions.filter((question) => holdsQuestion(FORMATS.kahoot, question));
  expect(held.length).toBeGreaterThan(50);
  expect(read.kahoot[7]?.[1]).toBe('Question - max 120 characters');
  expect(rows).toHaveLength(held.length);
  for (const [index, question] of held.entries()) {
    const [number, stem, ...rest] = rows[index] ?? [];
    expect([number, stem]).toEqual([index + 1, inSheet(onOneLine(question.text))]);
    const options = rest.slice(0, 4).filter((each) => each !== null);
    expect(options).toHaveLength(Math.min(4, question.options.length));
    expect(question.options.map(({ text }) => inSheet(onOneLine(text)))).toEqual(
      expect.arrayContaining(options),
    );
    const key = question.options.find((option) => option.is_correct)?.text ?? '';
    expect(options[Number(rest[5]) - 1]).toBe(inSheet(onOneLine(key)));
    expect(String(stem).length).toBeLessThanOrEqual(120);
    for (const option of options) expect(String(option).length).toBeLessThanOrEqual(75);
  }
});

test('openpyxl reads the sheet for Wayground', () => {
  const [header, ...rows] = read.wayground;
  expect(header?.[0]).toBe('Question Text');
  expect(rows).toHaveLength(500);
  for (const [index, question] of questions.entries()) {
    const row = rows[index] ?? [];
    const options = row.slice(2, 7).filter((each) => each !== null);
    expect(row[0] ?? '').toBe(inSheet(question.text));
    expect(options).toHaveLength(Math.min(5, question.options.length));
    const key = question.options.find((option) => option.is_correct)?.text;
    expect(row[1]).toBe(key === undefined ? 'Open-Ended' : 'Multiple Choice');
    if (key !== undefined) expect(options[Number(row[7]) - 1]).toBe(inSheet(key));
    expect(row[10] ?? '').toBe(inSheet(writeFeedback(question, EXPORTED_QUIZ)));
  }
});
