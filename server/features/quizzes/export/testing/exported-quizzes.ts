import fc from 'fast-check';
import type { ExportedQuestion, ExportedQuiz } from '#contract/quiz-export.ts';
import { BLOOM_LEVELS, DIFFICULTIES } from '#contract/quizzes.ts';
import { cleanText } from '../export-text.ts';
import type { ExportEntry, ExportFormat, ExportSource } from '../format.ts';

const PIECES = [
  ...[
    '=',
    '~',
    '#',
    '{',
    '}',
    ':',
    '\\',
    '\\n',
    '::',
    '####',
    '->',
    '//',
    '%50%',
    '[html]',
    '[tag:x]',
    '$CATEGORY: x',
  ],
  ...[
    ']]>',
    '<![CDATA[',
    '&amp;',
    '&#0;',
    '<script>alert(1)</script>',
    '<b>',
    '<!--',
    '"',
    "'",
    '“',
    '`',
    '</text>',
  ],
  ...[
    'שלום',
    'مرحبا',
    '\u202E',
    '∑ᵢ xᵢ² ≤ √2',
    '$\\frac{a}{b}$',
    '日本語',
    '👩‍🔬',
    'é',
    'A. ',
    'ANSWER: B',
    '\u2028',
  ],
  ...['\n', '\n\n', '\t', '  ', ' ', 'word', 'T', 'TRUE', '\r\n', '\u0000', '\uD800'],
];
const anyText = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc
        .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme' })), { minLength: 1 })
        .map((parts) => parts.join('')),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...PIECES).map((piece) => `${piece} x `.repeat(4_000).slice(0, 10_000)),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('def f(n):\n    return {"a": n}', 'if (a < b) {\n\tx = "]]>";\n}')
        .map((code) => `What is it?\n\`\`\`python\n${code}\n\`\`\``),
    },
  )
  // No text of a published quiz is blank.
  .map((text) => cleanText(text) || 'x');

const common = {
  text: anyText,
  blooms_taxonomy: fc.constantFrom(...BLOOM_LEVELS),
  difficulty: fc.constantFrom(...DIFFICULTIES),
  outcome: fc.option(fc.string({ maxLength: 5 }).map((name) => cleanText(name) || 'LO1')),
  explanation: fc.oneof(fc.constant(''), anyText),
  evidence: fc.option(
    fc.record({
      quote: anyText,
      page: fc.option(fc.nat(500)),
      start_second: fc.option(fc.nat(9_000)),
      end_second: fc.constant(null),
    }),
  ),
};
const choice = fc
  .record({ ...common, key: fc.nat(), texts: fc.array(anyText, { minLength: 3, maxLength: 6 }) })
  .map(({ key, texts, ...question }): ExportedQuestion => ({
    ...question,
    type: 'multiple_choice',
    options: texts.map((text, index) => ({ text, is_correct: index === key % texts.length })),
    key_points: [],
    rubric: null,
  }));
const essay = fc
  .record({ ...common, key_points: fc.array(anyText, { maxLength: 3 }), rubric: fc.option(anyText) })
  .map((question): ExportedQuestion => ({ ...question, type: 'essay', options: [] }));

export const quizOf = (questions: ExportedQuestion[]): ExportedQuiz => ({
  format: 'lectern-quiz',
  version: 1,
  name: 'Light / week 1',
  lesson_title: 'Light & <shade>',
  created_at: '2026-11-21T10:00:00.000Z',
  questions,
});

/** 500 questions, the same in each run. */
export const EXPORTED_QUIZ = quizOf(
  fc.sample(fc.oneof({ weight: 4, arbitrary: choice }, essay), { seed: 18, numRuns: 500 }),
);

/** Questions as the formats receive them. @param quizzes more than one for a course. */
export function sourceOf(...quizzes: readonly ExportedQuiz[]): ExportSource {
  const [first] = quizzes;
  if (first === undefined) throw new Error('A source needs a quiz.');
  const { name, lesson_title: title, created_at: createdAt } = first;
  return {
    name: quizzes.length === 1 ? name : 'Optics / 2',
    lesson_title: quizzes.length === 1 ? title : '',
    created_at: createdAt,
    ...(quizzes.length === 1 ? {} : { course: 'quizzes' as const }),
    entries: listEntries(quizzes),
  };
}

// As questions of the database arrive.
// oxlint-disable-next-line typescript/require-await
async function* listEntries(quizzes: readonly ExportedQuiz[]): AsyncGenerator<ExportEntry> {
  for (const [ordinal, { name, lesson_title: title, questions }] of quizzes.entries()) {
    const group = { name, lesson_title: title, key: `${ordinal} ${name}` };
    for (const [index, question] of questions.entries())
      yield { question, group, lesson_title: title, index };
  }
}

export async function writeFile(format: ExportFormat, source = sourceOf(EXPORTED_QUIZ)): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of format.write(source)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
