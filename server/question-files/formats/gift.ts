import type { ImportNote } from '#contract/quiz-import.ts';
import { cleanText, readHtml, readLooseHtml } from '../markup-text.ts';
import { refuseTooMany, type FilePart, type ReadFile } from '../question-file.ts';
import { BARE_QUESTION, readTags, splitFeedback, unread } from '../question-texts.ts';

/** Characters with a meaning, which a backslash takes away; each is kept as a non-character until texts are cut. */
const ESCAPED = ['\\', ':', '#', '=', '{', '}', '~', '\n'];
const FIRST_STAND_IN = 0xfdd0;
const hideEscapes = (text: string): string =>
  text
    .replaceAll(/[\uFDD0-\uFDD7]/gu, '')
    .replaceAll(/\\([\\:#={}~n])/gu, (_, escaped: string) =>
      String.fromCharCode(FIRST_STAND_IN + ESCAPED.indexOf(escaped === 'n' ? '\n' : escaped)),
    );
const showEscapes = (text: string): string =>
  text.replaceAll(/[\uFDD0-\uFDD7]/gu, (stand) => ESCAPED[stand.charCodeAt(0) - FIRST_STAND_IN] ?? '');

interface Block {
  readonly line: number;
  readonly tags: string[];
  readonly source: string;
}

/** GIFT, as Moodle's importer reads it (https://docs.moodle.org/en/GIFT_format). */
export function readGift(text: string): ReadFile {
  const blocks = listBlocks(text);
  refuseTooMany(blocks.length);
  const parts = blocks.map((block, index): FilePart => {
    const place = { item: index + 1, line: block.line, file: null };
    return { place, ...readBlock(block) };
  });
  return { format: 'gift', name: null, parts };
}

/** Questions are separated by empty lines; comments may carry tags, and categories are no questions. */
function listBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let tags: string[] = [];
  let lines: string[] = [];
  let begin = 0;
  const end = (): void => {
    if (lines.length === 0) return;
    blocks.push({ line: begin, tags, source: lines.join('\n') });
    [lines, tags] = [[], []];
  };
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed.startsWith('//')) {
      tags.push(...[...trimmed.matchAll(/\[tag:([^\p{Cc}]{1,200}?)\]/gu)].map(([, tag = '']) => tag));
    } else if (trimmed === '') {
      end();
    } else if (lines.length > 0 || !/^\$CATEGORY:/iu.test(trimmed)) {
      if (lines.length === 0) begin = index + 1;
      lines.push(line);
    } else tags = [];
  }
  end();
  return blocks;
}

type Read = Pick<Extract<FilePart, { question: unknown }>, 'question' | 'notes'> | ReturnType<typeof unread>;

function readBlock({ tags, source }: Block): Read {
  const asIs = source.trim();
  const whole = hideEscapes(asIs).replace(/^::[\s\S]*?::/u, '');
  const open = whole.indexOf('{');
  const close = whole.lastIndexOf('}');
  if (open < 0 && close < 0) return unread('description', asIs);
  if (open < 0 || close < open) return unread('broken', asIs, '{ }');
  const notes = new Set<ImportNote>();
  const after = whole.slice(close + 1).trim();
  const before = whole.slice(0, open).trim();
  const format = /^\[(html|plain|markdown|moodle)\]/u.exec(before)?.[1] ?? 'moodle';
  const readText = (part: string): string => readFormatted(part, format, notes);
  const stem = readText(after === '' ? before : `${before} _____ ${after}`);
  const [answers, feedback = ''] = splitOnce(whole.slice(open + 1, close), '####');
  const common = {
    ...BARE_QUESTION,
    text: stem,
    ...readTags(tags, notes),
    ...splitFeedback(readText(feedback)),
  };
  const answer = answers.trim();
  if (answer === '') return { question: { ...common, type: 'essay' }, notes: [...notes] };
  if (answer.startsWith('#')) return unread('numerical', asIs);
  if (!answer.includes('~') && answer.includes('=') && answer.includes('->')) return unread('matching', asIs);
  const truth = readTruth(answer, notes);
  if (truth === undefined && !answer.includes('~')) return unread('short_answer', asIs);
  const options = truth ?? readOptions(answer, readText, notes);
  return options === undefined
    ? unread('broken', asIs)
    : { question: { ...common, type: 'multiple_choice', options }, notes: [...notes] };
}

/** The options of a true or false question; undefined for another kind. */
function readTruth(
  answer: string,
  notes: Set<ImportNote>,
): { text: string; is_correct: boolean }[] | undefined {
  const truth = /^(T|TRUE|F|FALSE)\s*(?:#|$)/iu.exec(answer)?.[1]?.toUpperCase();
  if (truth === undefined) return undefined;
  if (answer.includes('#')) notes.add('option_feedback');
  return ['True', 'False'].map((name) => ({ text: name, is_correct: name.startsWith(truth.slice(0, 1)) }));
}

function readOptions(
  answer: string,
  readText: (part: string) => string,
  notes: Set<ImportNote>,
): { text: string; is_correct: boolean }[] | undefined {
  const options: { text: string; weight: number }[] = [];
  for (const [, sign, part = ''] of answer.matchAll(/([=~])([^=~]*)/gu)) {
    const [, weight, rest = ''] = /^\s*(?:%(-?[\d.]+)%)?([\s\S]*)$/u.exec(part) ?? [];
    const [text, feedback] = splitOnce(rest, '#');
    if (feedback !== undefined && feedback.trim() !== '') notes.add('option_feedback');
    options.push({
      text: readText(text),
      weight: weight === undefined ? (sign === '=' ? 100 : 0) : Number(weight),
    });
  }
  if (!/^[=~]/u.test(answer) || options.some(({ weight }) => Number.isNaN(weight))) return undefined;
  // With a whole right answer, others may earn a part; without one, the parts add up.
  const isWhole = options.some(({ weight }) => weight >= 100);
  if (isWhole && options.some(({ weight }) => weight !== 0 && weight < 100)) notes.add('partial_credit');
  return options.map(({ text, weight }) => ({ text, is_correct: isWhole ? weight >= 100 : weight > 0 }));
}

function readFormatted(part: string, inherited: string, notes: Set<ImportNote>): string {
  const trimmed = part.trim();
  const [mark = '', own] = /^\[(html|plain|markdown|moodle)\]/u.exec(trimmed) ?? [];
  const text = showEscapes(trimmed.slice(mark.length).trim());
  const format = own ?? inherited;
  if (format === 'html') return readHtml(text, notes);
  return format === 'moodle' ? readLooseHtml(text, notes) : cleanText(text);
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
