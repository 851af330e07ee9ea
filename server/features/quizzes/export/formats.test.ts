import { XMLParser, XMLValidator } from 'fast-xml-parser';
import giftReader from 'gift-pegjs';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { harmlessCell } from '#contract/harmless-cell.ts';
import { exportedQuiz, type ExportedQuestion } from '#contract/quiz-export.ts';
import { listStemParts } from '#contract/question-rules/stem-parts.ts';
import { listTags, writeFeedback, writeGraderNotes } from './export-text.ts';
import { FORMATS } from './export-questions.ts';
import { listLosses, type ExportFormat, type ExportSource } from './format.ts';
import { aiken } from './formats/aiken.ts';
import { anki } from './formats/anki.ts';
import { csv } from './formats/csv.ts';
import { gift } from './formats/gift.ts';
import { json } from './formats/json.ts';
import { moodleXml } from './formats/moodle-xml.ts';
import { EXPORTED_QUIZ, quizOf, sourceOf, writeFile } from './testing/exported-quizzes.ts';

const write = async (format: ExportFormat, source = sourceOf(EXPORTED_QUIZ)): Promise<string> =>
  (await writeFile(format, source)).toString();
const { questions } = EXPORTED_QUIZ;

/** The words and the code of a text, whichever way they are marked up. */
const partsOf = (text: string): string[] =>
  listStemParts(text).map((part) => (part.kind === 'code' ? part.code : part.text));
const decode = (markup: string): string =>
  markup.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const partsOfHtml = (html: string): string[] =>
  [...html.matchAll(/<(?:p style="[^"]+"|pre><code[^>]*|pre|div)>(.*?)<\/(?:p|pre|code|div)>/gsu)].map(
    ([, text = '']) => decode(text.replaceAll('<br>', '\n')),
  );

const giftText = z.object({ format: z.string(), text: z.string() });
const giftQuestion = z.object({
  type: z.enum(['MC', 'Essay']),
  title: z.string(),
  stem: giftText,
  tags: z.array(z.string()),
  choices: z
    .array(z.object({ isCorrect: z.boolean(), weight: z.null(), text: giftText, feedback: z.null() }))
    .optional(),
  globalFeedback: giftText.nullable(),
});
const readGiftText = ({ format, text }: z.infer<typeof giftText>): string[] =>
  format === 'html' ? partsOfHtml(text) : partsOf(text);

test('gift-pegjs reads 500 questions from GIFT as they are', async () => {
  const read = z.array(giftQuestion).parse(giftReader.parse(await write(gift)));
  expect(read).toHaveLength(500);
  for (const [index, question] of questions.entries()) {
    const { type, stem, choices = [], globalFeedback, tags } = read[index] ?? expect.fail();
    expect(type).toBe(question.type === 'essay' ? 'Essay' : 'MC');
    expect(readGiftText(stem)).toEqual(partsOf(question.text));
    expect(choices.map(({ text, isCorrect }) => [readGiftText(text), isCorrect])).toEqual(
      question.options.map(({ text, is_correct: isCorrect }) => [partsOf(text), isCorrect]),
    );
    expect(globalFeedback === null ? [] : readGiftText(globalFeedback)).toEqual(
      partsOf(writeFeedback(question, EXPORTED_QUIZ)),
    );
    expect(tags.slice(0, 2)).toEqual([
      `bloom:${question.blooms_taxonomy}`,
      `difficulty:${question.difficulty}`,
    ]);
    expect(tags).toHaveLength(question.outcome === null ? 2 : 3);
  }
});

const text = z.object({ text: z.string() });
const marked = z.object({ text: z.string(), '@format': z.literal('plain_text') });
const moodleQuestion = z.strictObject({
  '@type': z.enum(['multichoice', 'essay']),
  name: text,
  questiontext: marked,
  generalfeedback: marked,
  defaultgrade: z.literal('1'),
  hidden: z.literal('0'),
  single: z.literal('true').optional(),
  shuffleanswers: z.literal('true').optional(),
  answernumbering: z.literal('abc').optional(),
  answer: z.array(marked.extend({ '@fraction': z.enum(['0', '100']) })).optional(),
  responseformat: z.literal('editor').optional(),
  responserequired: z.literal('1').optional(),
  responsefieldlines: z.literal('15').optional(),
  attachments: z.literal('0').optional(),
  attachmentsrequired: z.literal('0').optional(),
  graderinfo: marked.optional(),
  responsetemplate: marked.optional(),
  tags: z.object({ tag: z.array(text) }),
});

test('an XML parser reads 500 questions from Moodle XML as they are', async () => {
  const written = await write(moodleXml);
  // Deprecated for a package of the same code; the parser alone accepts broken files.
  // oxlint-disable-next-line typescript/no-deprecated
  expect(XMLValidator.validate(written)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    trimValues: false,
    parseTagValue: false,
    // Entities are expanded by the test: the parser limits how many it expands.
    processEntities: false,
    isArray: (name, path) => name === 'answer' || name === 'tag' || path === 'quiz.question',
  });
  const [category, ...read] = z
    .object({ quiz: z.object({ question: z.array(z.unknown()) }) })
    .parse(withoutLayout(parser.parse(written))).quiz.question;
  expect(category).toEqual({ '@type': 'category', category: { text: '$course$/top/Light // week 1' } });
  expect(read).toHaveLength(500);
  for (const [index, question] of questions.entries()) {
    const found = moodleQuestion.parse(read[index]);
    expect(found['@type']).toBe(question.type === 'essay' ? 'essay' : 'multichoice');
    expect(decode(found.questiontext.text)).toBe(question.text);
    expect(decode(found.generalfeedback.text)).toBe(writeFeedback(question, EXPORTED_QUIZ));
    expect((found.answer ?? []).map((answer) => [decode(answer.text), answer['@fraction']])).toEqual(
      question.options.map((option) => [option.text, option.is_correct ? '100' : '0']),
    );
    expect(found.tags.tag.map((tag) => decode(tag.text))).toEqual(listTags(question));
    if (question.type === 'essay')
      expect(decode(found.graderinfo?.text ?? '')).toBe(writeGraderNotes(question));
  }
});

/** Without the line breaks between elements, which the parser keeps as `#text`. */
function withoutLayout(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLayout);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '#text')
      .map(([name, inner]) => [name, withoutLayout(inner)]),
  );
}

const oneLine = (line: string): string => line.replaceAll(/[\n\u2028\u2029]+/gu, ' ');

test('Aiken has a line for each question and each option, and the letter of the right one', async () => {
  const choices = questions.filter(({ type }) => type === 'multiple_choice');
  const blocks = (await write(aiken))
    .trimEnd()
    .split('\n\n')
    .filter((block) => block !== '');
  expect(blocks).toHaveLength(choices.length);
  for (const [index, { text: stem, options }] of choices.entries()) {
    const [first = '', ...rest] = (blocks[index] ?? '').trim().split('\n');
    const answer = rest.pop();
    expect(first).not.toMatch(/^(?:[A-Z][.)]|ANSWER:)/iu);
    expect(first.replace(/^Question: (?=[A-Z][.)]|ANSWER:)/iu, '')).toBe(oneLine(stem));
    expect(rest).toEqual(options.map((option, place) => `${'ABCDEF'[place]}. ${oneLine(option.text)}`));
    expect(answer).toBe(`ANSWER: ${'ABCDEF'[options.findIndex((option) => option.is_correct)]}`);
  }
});

test('a reader of tab-separated values reads 500 notes for Anki', async () => {
  const lines = await write(anki);
  const headers = lines.split('\n', 6);
  expect(headers).toEqual([
    '#separator:tab',
    '#html:true',
    '#notetype:Basic',
    '#deck:Light / week 1',
    '#columns:Front\tBack\tTags',
    '#tags column:3',
  ]);
  const { data, errors } = Papa.parse<string[]>(lines.slice(headers.join('\n').length + 1), {
    delimiter: '\t',
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(data).toHaveLength(500);
  for (const [index, question] of questions.entries()) {
    const [front = '', back = '', tags = ''] = data[index] ?? [];
    const [stem = '', options = ''] = front.split('<ol type="A">');
    expect(partsOfHtml(stem)).toEqual(partsOf(question.text));
    expect(
      [...options.matchAll(/<li>(.*?)<\/li>/gsu)].map(([, option = '']) =>
        decode(option.replaceAll('<br>', '\n')),
      ),
    ).toEqual(question.options.map((option) => option.text));
    expect(decode(back.replaceAll('<br>', '\n'))).toContain(
      question.options.find((option) => option.is_correct)?.text ?? '',
    );
    expect(decode(back.replaceAll('<br>', '\n'))).toContain(writeFeedback(question, EXPORTED_QUIZ));
    expect(tags.split(' ')).toHaveLength(listTags(question).length);
  }
});

test('JSON follows its schema', async () => {
  expect(exportedQuiz.parse(JSON.parse(await write(json)))).toEqual(EXPORTED_QUIZ);
});

test('CSV has the fields of 500 questions as text, none of them a formula', async () => {
  const { data, errors } = Papa.parse<Record<string, string>>((await write(csv)).slice(1), {
    header: true,
    newline: '\r\n',
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(data).toHaveLength(500);
  for (const [index, question] of questions.entries()) {
    const { text = '', option_1: first = '', correct_option: key, explanation, lesson } = data[index] ?? {};
    expect(text).toBe(harmlessCell(question.text));
    expect(first).toBe(harmlessCell(question.options[0]?.text ?? ''));
    expect(key).toBe(
      question.type === 'essay' ? '' : String(question.options.findIndex((each) => each.is_correct) + 1),
    );
    expect(explanation).toBe(harmlessCell(question.explanation));
    expect(lesson).toBe('Light & <shade>');
  }
});

test('keeps the quizzes of a course apart', async () => {
  const course = (): ExportSource => {
    const quiz = quizOf(questions.slice(0, 2));
    return sourceOf(quiz, { ...quiz, name: 'Lenses', lesson_title: 'Glass' });
  };
  const categories = (await write(moodleXml, course())).match(/<category>.*<\/category>/gu);
  expect(categories).toEqual([
    '<category><text>$course$/top/Optics // 2/Light // week 1</text></category>',
    '<category><text>$course$/top/Optics // 2/Lenses</text></category>',
  ]);
  const read = giftReader.parse(await write(gift, course()));
  expect(read.map(({ type }) => type === 'Category')).toEqual([true, false, false, true, false, false]);
  expect(await write(anki, course())).toContain('"Optics / 2::Lenses"\n');
  const parsed = exportedQuiz.parse(JSON.parse(await write(json, course())));
  expect(parsed.questions.map(({ quiz, lesson_title: lesson }) => [quiz, lesson])).toEqual([
    ['Light / week 1', 'Light & <shade>'],
    ['Light / week 1', 'Light & <shade>'],
    ['Lenses', 'Glass'],
    ['Lenses', 'Glass'],
  ]);
});

test('reads no further in a course than a file is taken', async () => {
  for (const format of Object.values(FORMATS)) {
    if (format.fileExtension === 'xlsx') continue;
    let taken = 0;
    const entries = (async function* () {
      for await (const entry of sourceOf(EXPORTED_QUIZ).entries) {
        taken += 1;
        yield entry;
      }
    })();
    let bytes = 0;
    for await (const piece of format.write({ ...sourceOf(EXPORTED_QUIZ), entries })) {
      bytes += piece.length;
      if (bytes > 2_000) break;
    }
    expect(taken).toBeLessThan(100);
  }
});

test('counts the questions that lose something in a format', async () => {
  const question: ExportedQuestion = {
    text: 'Which one?\nChoose.',
    type: 'multiple_choice',
    blooms_taxonomy: 'apply',
    difficulty: 'easy',
    outcome: null,
    options: [
      { text: 'a', is_correct: true },
      { text: 'b', is_correct: false },
    ],
    explanation: 'Because.',
    evidence: null,
    key_points: [],
    rubric: null,
  };
  const essay: ExportedQuestion = {
    ...question,
    type: 'essay',
    options: [],
    key_points: ['First'],
    rubric: '2 points',
  };
  const quiz = quizOf([question, essay, { ...question, explanation: '' }]);
  const long = { ...question, text: `${'Why? '.repeat(24)}!` };
  const many = {
    ...question,
    options: ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => ({ text, is_correct: text === 'f' })),
  };
  const options = await listLosses(FORMATS, sourceOf(quizOf([...quiz.questions, long, many])));
  const find = (name: string) => options.find(({ format }) => format === name) ?? expect.fail();
  expect(find('aiken')).toEqual({
    format: 'aiken',
    question_count: 4,
    losses: [
      { code: 'essays', question_count: 1 },
      { code: 'explanations', question_count: 3 },
      { code: 'levels', question_count: 4 },
      { code: 'line_breaks', question_count: 3 },
    ],
  });
  expect(find('gift').losses).toEqual([
    { code: 'key_points', question_count: 1 },
    { code: 'rubrics', question_count: 1 },
  ]);
  expect(find('kahoot')).toMatchObject({ question_count: 3 });
  expect(find('kahoot').losses.slice(0, 3)).toEqual([
    { code: 'essays', question_count: 1 },
    { code: 'long_texts', question_count: 1 },
    { code: 'many_options', question_count: 1 },
  ]);
  expect(find('wayground').losses).toContainEqual({ code: 'many_options', question_count: 1 });
  for (const name of ['moodle_xml', 'qti_1_2', 'qti_2_1', 'qti_3_0', 'csv', 'json'])
    expect(find(name)).toEqual({ format: name, question_count: 5, losses: [] });
});
