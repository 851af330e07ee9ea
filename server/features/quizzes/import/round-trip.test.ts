import fc from 'fast-check';
import giftReader from 'gift-pegjs';
import { mkdtemp, rm, writeFile as writeToDisk } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ExportedQuestion } from '#contract/quiz-export.ts';
import { parseQuestionFile, readText } from '#server/question-files/parse-question-file.ts';
import type { FilePart, ReadFile, ReadQuestion } from '#server/question-files/question-file.ts';
import type { ExportFormat } from '../export/format.ts';
import { aiken } from '../export/formats/aiken.ts';
import { gift } from '../export/formats/gift.ts';
import { json } from '../export/formats/json.ts';
import { moodleXml } from '../export/formats/moodle-xml.ts';
import { qti12 } from '../export/packages/qti-1-2.ts';
import { qti21, qti30 } from '../export/packages/qti-package.ts';
import { EXPORTED_QUIZ, quizOf, sourceOf, writeFile } from '../export/testing/exported-quizzes.ts';

const { questions } = EXPORTED_QUIZ;
const write = async (format: ExportFormat, quiz = EXPORTED_QUIZ): Promise<string> =>
  (await writeFile(format, sourceOf(quiz))).toString();

const questionOf = (part: FilePart | undefined): ReadQuestion => {
  if (part === undefined || !('question' in part)) return expect.fail('The question was not read.');
  return part.question;
};
const contentOf = (question: ExportedQuestion) => ({
  text: question.text,
  type: question.type,
  options: question.options,
  explanation: question.explanation,
  quote: question.evidence?.quote ?? null,
  level: question.blooms_taxonomy,
  difficulty: question.difficulty,
  outcome: question.outcome,
});

test('JSON loses nothing', async () => {
  const { parts, name } = readText(await write(json));
  expect(name).toBe(EXPORTED_QUIZ.name);
  expect(parts.map(questionOf)).toEqual(
    questions.map((question) => ({
      ...contentOf(question),
      key_points: question.key_points,
      rubric: question.rubric,
    })),
  );
});

/** @param compared of what is compared, such as its words without the white space between them. */
function expectAllButLinesOfKeyPoints(
  parts: readonly FilePart[],
  expected: readonly ExportedQuestion[],
  compared: (of: unknown) => unknown = (of) => of,
): void {
  expect(parts).toHaveLength(expected.length);
  for (const [index, question] of expected.entries()) {
    const read = questionOf(parts[index]);
    expect(compared(read)).toMatchObject(compared(contentOf(question)) as object);
    const isOnLines = question.key_points.every((point) => !point.includes('\n'));
    const isTold = !(question.rubric ?? '').startsWith('- ') && question.key_points.length > 0;
    if (isOnLines && isTold)
      expect(compared([read.key_points, read.rubric])).toEqual(
        compared([question.key_points, question.rubric]),
      );
  }
}

test('Moodle XML loses nothing but the lines of a key point', async () => {
  const { parts, name } = readText(await write(moodleXml));
  expect(name).toBe(EXPORTED_QUIZ.name);
  expectAllButLinesOfKeyPoints(parts, questions);
});

/** HTML keeps no more than one space between words. */
const withoutSpaces = (of: unknown): unknown =>
  JSON.parse(JSON.stringify(of), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\s+/gu, ' ').trim() : value,
  );

/** As much as the import takes at once. */
const PACKAGED = quizOf(questions.slice(0, 100));

async function readBack(format: ExportFormat): Promise<ReadFile> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-round-trip-'));
  try {
    const path = join(directory, 'quiz.zip');
    await writeToDisk(path, await writeFile(format, sourceOf(PACKAGED)));
    return await parseQuestionFile(path, 'quiz.zip');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

test.each([
  ['QTI 1.2', qti12],
  ['QTI 2.1', qti21],
  ['QTI 3.0', qti30],
])('%s loses nothing but white space and the lines of a key point', async (_, format) => {
  const { parts, name } = await readBack(format);
  expect(name).toBe(PACKAGED.name);
  expectAllButLinesOfKeyPoints(parts, PACKAGED.questions, withoutSpaces);
  expect(parts.flatMap((part) => ('notes' in part ? part.notes : [])).includes('tags')).toBe(false);
});

test('GIFT loses only the brackets of outcomes, and what it cannot hold', async () => {
  const { parts } = readText(await write(gift));
  expect(parts).toHaveLength(500);
  for (const [index, question] of questions.entries()) {
    const { outcome, ...content } = contentOf(question);
    const read = questionOf(parts[index]);
    expect(read).toMatchObject(content);
    if (outcome !== null && !/[[\]\s]/u.test(outcome)) expect(read.outcome).toBe(outcome);
  }
});

test('Aiken loses only what it cannot hold', async () => {
  const choices = questions.filter(({ type }) => type === 'multiple_choice');
  const { parts } = readText(await write(aiken));
  const onOneLine = (text: string): string => text.replaceAll(/[\n\u2028\u2029]+/gu, ' ').trim();
  expect(parts.map(questionOf).map(({ text, options }) => ({ text, options }))).toEqual(
    choices.map(({ text, options }) => ({
      text: onOneLine(text),
      options: options.map((option) => ({ ...option, text: onOneLine(option.text) })),
    })),
  );
});

const giftText = z.object({ text: z.string() });
const giftQuestion = z.object({
  type: z.string(),
  stem: giftText,
  choices: z.array(z.object({ isCorrect: z.boolean(), text: giftText })).optional(),
});

test('reads any GIFT that Lectern writes as gift-pegjs does', async () => {
  const word = fc
    .string({
      unit: fc.constantFrom('a', 'B', ' ', '=', '~', '{', '}', '#', ':', '\\', '-', '/', '%', '[', '1'),
      minLength: 1,
      maxLength: 12,
    })
    .map((text) => text.replaceAll(/\s+/gu, ' ').replaceAll('->', '-').trim() || 'x');
  const [template] = questions;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(word, fc.array(word, { minLength: 3, maxLength: 5 })), {
        minLength: 1,
        maxLength: 5,
      }),
      async (made) => {
        const quiz = quizOf(
          made.map(([text, options]): ExportedQuestion => ({
            ...(template ?? expect.fail()),
            type: 'multiple_choice',
            text,
            options: options.map((option, index) => ({ text: option, is_correct: index === 1 })),
          })),
        );
        const written = await write(gift, quiz);
        const other = z.array(giftQuestion).parse(giftReader.parse(written));
        expect(
          readText(written)
            .parts.map(questionOf)
            .map(({ text, options }) => [text, ...options.map((option) => option.text)]),
        ).toEqual(
          other.map(({ stem, choices = [] }) => [stem.text, ...choices.map(({ text }) => text.text)]),
        );
      },
    ),
    { seed: 18, numRuns: 60 },
  );
});
