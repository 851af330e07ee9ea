import type { ExportedQuestion } from '#contract/quiz-export.ts';
import {
  escapeMarkup,
  listTags,
  onOneLine,
  titleOf,
  writeFeedback,
  writeGraderNotes,
} from '../export-text.ts';
import type { ExportEntry, ExportFormat, ExportGroup, ExportSource } from '../format.ts';

/** Moodle XML, as https://docs.moodle.org/en/Moodle_XML_format describes it. Texts are plain, so nothing in them is markup. */
export const moodleXml: ExportFormat = {
  fileExtension: 'xml',
  contentType: 'application/xml; charset=utf-8',
  lacks: [],
  async *write(source) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n';
    let last: ExportGroup | undefined;
    for await (const entry of source.entries) {
      if (entry.group !== last) yield writeCategory(source, entry.group);
      last = entry.group;
      yield writeQuestion(entry);
    }
    yield '</quiz>\n';
  },
};

/** Path of a category of Moodle, where a slash begins a category in it and two are a slash. */
export const categoryOf = ({ name, course }: ExportSource, group: ExportGroup): string =>
  [
    '$course$',
    'top',
    ...[name, ...(course === undefined ? [] : [group.name])].map((each) =>
      onOneLine(each).replaceAll('/', '//'),
    ),
  ].join('/');

const writeCategory = (source: ExportSource, group: ExportGroup): string =>
  `<question type="category">\n<category>${textOf(categoryOf(source, group))}</category>\n</question>\n`;

const textOf = (text: string): string => `<text>${escapeMarkup(text)}</text>`;
const plain = (name: string, text: string, attributes = ''): string =>
  `<${name}${attributes} format="plain_text">${textOf(text)}</${name}>`;

function writeQuestion(entry: ExportEntry): string {
  const { question } = entry;
  const isChoice = question.type === 'multiple_choice';
  return [
    `<question type="${isChoice ? 'multichoice' : 'essay'}">`,
    `<name>${textOf(titleOf(entry))}</name>`,
    plain('questiontext', question.text),
    plain('generalfeedback', writeFeedback(question, entry)),
    '<defaultgrade>1</defaultgrade>',
    '<hidden>0</hidden>',
    ...(isChoice ? writeOptions(question) : writeEssay(question)),
    `<tags>${listTags(question)
      .map((tag) => `<tag>${textOf(tag)}</tag>`)
      .join('')}</tags>`,
    '</question>\n',
  ].join('\n');
}

const writeOptions = ({ options }: ExportedQuestion): string[] => [
  '<single>true</single>',
  '<shuffleanswers>true</shuffleanswers>',
  '<answernumbering>abc</answernumbering>',
  ...options.map(({ text, is_correct: isCorrect }) =>
    plain('answer', text, ` fraction="${isCorrect ? 100 : 0}"`),
  ),
];

const writeEssay = (question: ExportedQuestion): string[] => [
  '<responseformat>editor</responseformat>',
  '<responserequired>1</responserequired>',
  '<responsefieldlines>15</responsefieldlines>',
  '<attachments>0</attachments>',
  '<attachmentsrequired>0</attachmentsrequired>',
  plain('graderinfo', writeGraderNotes(question)),
  plain('responsetemplate', ''),
];
