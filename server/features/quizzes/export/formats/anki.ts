import { listStemParts } from '#contract/question-rules/stem-parts.ts';
import type { ExportedQuestion } from '#contract/quiz-export.ts';
import { escapeMarkup, listTags, writeFeedback, writeGraderNotes } from '../export-text.ts';
import type { ExportEntry, ExportFormat } from '../format.ts';

/** Text for Anki's import, with the headers that https://docs.ankiweb.net/importing/text-files.html describes. */
export const anki: ExportFormat = {
  fileExtension: 'anki.txt',
  contentType: 'text/plain; charset=utf-8',
  lacks: [],
  async *write({ name, course, entries }) {
    const deck = nameDeck(name);
    yield '#separator:tab\n#html:true\n#notetype:Basic\n';
    yield course === undefined
      ? `#deck:${deck}\n#columns:Front\tBack\tTags\n#tags column:3\n`
      : '#columns:Front\tBack\tTags\tDeck\n#tags column:3\n#deck column:4\n';
    for await (const entry of entries) {
      const { question, group } = entry;
      const fields = [writeFront(question), writeBack(entry), writeTags(question)];
      if (course !== undefined) fields.push(`${deck}::${nameDeck(group.name)}`);
      yield `${fields.map(quoteField).join('\t')}\n`;
    }
  },
};

/** Two colons begin a deck in a deck. */
const nameDeck = (name: string): string => name.replaceAll(/\s+/gu, ' ').replaceAll(/:{2,}/gu, ':');
const quoteField = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const linesOf = (text: string): string => escapeMarkup(text).replaceAll('\n', '<br>');

const writeFront = ({ text, options }: ExportedQuestion): string =>
  [
    ...listStemParts(text).map((part) =>
      part.kind === 'code' ? `<pre>${linesOf(part.code)}</pre>` : `<div>${linesOf(part.text)}</div>`,
    ),
    ...(options.length === 0
      ? []
      : [`<ol type="A">${options.map((option) => `<li>${linesOf(option.text)}</li>`).join('')}</ol>`]),
  ].join('');

function writeBack(entry: ExportEntry): string {
  const { question } = entry;
  const key = question.options.find((option) => option.is_correct)?.text;
  return [
    key === undefined ? '' : `<b>${linesOf(key)}</b>`,
    linesOf(writeGraderNotes(question)),
    linesOf(writeFeedback(question, entry)),
  ]
    .filter((part) => part !== '')
    .map((part) => `<div>${part}</div>`)
    .join('');
}

/** Anki separates tags by spaces and nests them by two colons. */
const writeTags = (question: ExportedQuestion): string =>
  listTags(question)
    .map((tag) => tag.replace(':', '::').replaceAll(/\s+/gu, '_'))
    .join(' ');
