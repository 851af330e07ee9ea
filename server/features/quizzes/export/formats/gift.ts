import { listStemParts } from '#contract/question-rules/stem-parts.ts';
import { escapeMarkup, listTags, titleOf, writeFeedback } from '../export-text.ts';
import type { ExportEntry, ExportFormat, ExportGroup } from '../format.ts';
import { categoryOf } from './moodle-xml.ts';

/** GIFT, as https://docs.moodle.org/en/GIFT_format describes it. */
export const gift: ExportFormat = {
  fileExtension: 'gift.txt',
  contentType: 'text/plain; charset=utf-8',
  // Feedback is shown to students, so what graders need has no place.
  lacks: ['key_points', 'rubrics'],
  async *write(source) {
    let last: ExportGroup | undefined;
    for await (const entry of source.entries) {
      if (source.course !== undefined && entry.group !== last)
        yield `$CATEGORY: ${categoryOf(source, entry.group)}\n\n`;
      last = entry.group;
      yield writeQuestion(entry);
    }
  },
};

function writeQuestion(entry: ExportEntry): string {
  const { question } = entry;
  const tags = listTags(question).map(
    (tag) => `[tag:${tag.replaceAll('[', '(').replaceAll(']', ')').replaceAll(/\s+/gu, ' ')}]`,
  );
  const feedback = writeFeedback(question, entry);
  const answers = [
    ...question.options.map(
      ({ text, is_correct: isCorrect }) => `\n\t${isCorrect ? '=' : '~'}${writeText(text)}`,
    ),
    ...(feedback === '' ? [] : [`\n\t####${writeText(feedback)}`]),
  ];
  return [
    `// ${tags.join(' ')}`,
    `::${escapeGift(titleOf(entry))}::${writeText(question.text)} {${answers.join('')}${answers.length > 0 ? '\n' : ''}}`,
    '\n',
  ].join('\n');
}

const escapeGift = (text: string): string =>
  text.replaceAll(/[\\~=#{}:]/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`);

/** Readers of plain text join white space. Code, text with more than single spaces and arrows, which GIFT cannot
 * escape, are HTML; all other text is plain. */
function writeText(text: string): string {
  if (!/```|->|[^\S\n]{2}|\t/u.test(text)) return `[plain]${escapeGift(text)}`;
  return `[html]${escapeGift(listStemParts(text).map(writePart).join(''))}`;
}

const writePart = (part: ReturnType<typeof listStemParts>[number]): string =>
  part.kind === 'code'
    ? `<pre><code${part.language === null ? '' : ` class="language-${escapeMarkup(part.language)}"`}>${escapeMarkup(part.code)}</code></pre>`
    : `<p style="white-space: pre-wrap">${escapeMarkup(part.text)}</p>`;
