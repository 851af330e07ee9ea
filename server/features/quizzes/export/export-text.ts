import { listStemParts, nameStem } from '#contract/question-rules/stem-parts.ts';
import type { ExportedQuestion } from '#contract/quiz-export.ts';
import { writeTime } from '#server/printing/describe-place.ts';
import type { ExportEntry } from './format.ts';

/** Control characters and non-characters that XML forbids and other formats do not expect; tab and line feed stay. */
const NOT_IN_FILES = /(?![\t\n])[\p{Cc}\uFFFE\uFFFF]/gu;

/** Well-formed text with line feeds, without control characters and without white space at its ends. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/gu, '\n').replaceAll(NOT_IN_FILES, '').trim();

const HAS_MARKUP = /[&<>"]/u;
export const escapeMarkup = (text: string): string => (HAS_MARKUP.test(text) ? escapeAll(text) : text);

const escapeAll = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const LONGEST_TITLE = 60;
/** Cut before it is split into characters, of which some take several units. */
const LONGEST_BEGINNING = 1_000;

/** Sorts in the order of the quiz, and can be recognized in a list of questions. */
export function titleOf({ question: { text }, index }: ExportEntry): string {
  const characters = Array.from(
    nameStem(text).replaceAll(/\s+/gu, ' ').slice(0, LONGEST_BEGINNING).toWellFormed(),
  );
  const cut =
    characters.length > LONGEST_TITLE
      ? `${characters.slice(0, LONGEST_TITLE).join('').trim()}…`
      : characters.join('');
  return `${String(index + 1).padStart(2, '0')} ${cut}`;
}

/** Level, difficulty and outcome, for formats with tags. */
export const listTags = ({ blooms_taxonomy: level, difficulty, outcome }: ExportedQuestion): string[] => [
  `bloom:${level}`,
  `difficulty:${difficulty}`,
  ...(outcome === null || outcome === '' ? [] : [`outcome:${outcome}`]),
];

/** The evidence as a line of text: lesson, place in it, and quote. Undefined without evidence. */
export function describeEvidence(
  { evidence }: ExportedQuestion,
  { lesson_title: title }: Pick<ExportEntry, 'lesson_title'>,
): string | undefined {
  if (evidence === null) return undefined;
  const { page, page_end: end, section, paragraph, start_second: second, quote } = evidence;
  const places = [
    ...(title === '' ? [] : [title]),
    ...(page === null ? [] : [end === undefined || end === page ? `p. ${page}` : `pp. ${page}–${end}`]),
    ...(section === undefined ? [] : [section]),
    ...(paragraph === undefined ? [] : [`paragraph ${paragraph}`]),
    ...(second === null ? [] : [writeTime(second)]),
  ];
  return `Evidence: ${places.join(', ')}: “${quote}”`;
}

/** Shown after an answer: the explanation and the evidence. */
export const writeFeedback = (question: ExportedQuestion, entry: Pick<ExportEntry, 'lesson_title'>): string =>
  [question.explanation, describeEvidence(question, entry) ?? ''].filter((part) => part !== '').join('\n');

/** For whoever grades an essay. */
export const writeGraderNotes = ({ key_points: points, rubric }: ExportedQuestion): string =>
  [...(points.length === 0 ? [] : ['Key points:', ...points.map((point) => `- ${point}`)]), rubric ?? '']
    .filter((part) => part !== '')
    .join('\n');

export const onOneLine = (text: string): string => text.replaceAll(/[\n\u2028\u2029]+/gu, ' ');

const escapeLines = (text: string): string => escapeMarkup(text).replaceAll('\n', '<br/>');

/** Plain text as markup that is both HTML and XML. */
export const writeLines = (text: string): string => (text === '' ? '' : `<p>${escapeLines(text)}</p>`);

/** A stem as such markup, its code in blocks. */
export const writeStem = (stem: string): string =>
  listStemParts(stem)
    .map((part) =>
      part.kind === 'code'
        ? `<pre><code${part.language === null ? '' : ` class="language-${escapeMarkup(part.language)}"`}>${escapeMarkup(part.code)}</code></pre>`
        : writeLines(part.text),
    )
    .join('');
