import type { ImportNote, UnreadReason } from '#contract/quiz-import.ts';
import { cleanText, readHtml, readLooseHtml } from '../markup-text.ts';
import { refuseTooMany, type FilePart, type ReadFile, type ReadQuestion } from '../question-file.ts';
import { BARE_QUESTION, readTags, splitFeedback, splitGraderNotes, unread } from '../question-texts.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../read-xml.ts';

const OTHER_TYPES: Readonly<Record<string, UnreadReason>> = {
  matching: 'matching',
  ddmatch: 'matching',
  numerical: 'numerical',
  cloze: 'cloze',
  multianswer: 'cloze',
  gapselect: 'cloze',
  ddwtos: 'cloze',
  shortanswer: 'short_answer',
  ordering: 'ordering',
  calculated: 'calculated',
  calculatedsimple: 'calculated',
  calculatedmulti: 'calculated',
  ddmarker: 'graphic',
  ddimageortext: 'graphic',
  description: 'description',
};

/** Moodle XML, as https://docs.moodle.org/en/Moodle_XML_format describes it. */
export function readMoodleXml(root: XmlElement): ReadFile {
  const all = childrenOf(root, 'question');
  refuseTooMany(all.length - 1);
  const category = all.find(({ attributes }) => attributes['type'] === 'category');
  const parts = all
    .filter(({ attributes }) => attributes['type'] !== 'category')
    .map((question, index): FilePart => ({
      place: { item: index + 1, line: question.line, file: null },
      ...readQuestion(question),
    }));
  return { format: 'moodle_xml', name: category === undefined ? null : nameOf(category), parts };
}

/** The last name of the category's path; two slashes in it are one of the name. */
function nameOf(category: XmlElement): string | null {
  const path = textOf(childOf(category, 'category')).trim();
  const name = path.replaceAll('//', '\u0000').split('/').at(-1)?.replaceAll('\u0000', '/') ?? '';
  return name === '' || name === 'top' ? null : cleanText(name);
}

function readQuestion(element: XmlElement) {
  const notes = new Set<ImportNote>();
  const type = element.attributes['type'] ?? '';
  const read = (name: string): string => readText(childOf(element, name), notes);
  const text = read('questiontext');
  if (type === 'essay') return readEssay(element, text, notes);
  if (type === 'multichoice' || type === 'truefalse') return readChoice(element, type, notes);
  return unread(OTHER_TYPES[type] ?? 'other_type', describeWhole(element, text), type);
}

const describeWhole = (element: XmlElement, text: string): string =>
  [
    text,
    ...childrenOf(element)
      .filter(({ name }) => /answer|subquestion/u.test(name))
      .map((each) => `- ${readText(each, new Set())}`),
  ].join('\n');

const describe = (element: XmlElement, text: string, notes: Set<ImportNote>) => ({
  ...BARE_QUESTION,
  text,
  ...readTags(
    childrenOf(childOf(element, 'tags') ?? element, 'tag').map((tag) => cleanText(textOf(tag))),
    notes,
  ),
  ...splitFeedback(readText(childOf(element, 'generalfeedback'), notes)),
});

function readEssay(element: XmlElement, text: string, notes: Set<ImportNote>) {
  notePoints(element, notes);
  const grading = splitGraderNotes(readText(childOf(element, 'graderinfo'), notes));
  const question: ReadQuestion = { ...describe(element, text, notes), type: 'essay', ...grading };
  return { question, notes: [...notes] };
}

function readChoice(element: XmlElement, type: string, notes: Set<ImportNote>) {
  const text = readText(childOf(element, 'questiontext'), notes);
  notePoints(element, notes);
  if (childrenOf(element, 'hint').some((hint) => readText(hint, new Set()) !== '')) notes.add('hints');
  const answers = childrenOf(element, 'answer').map((answer) => {
    if (readText(childOf(answer, 'feedback'), notes) !== '') notes.add('option_feedback');
    const words = readText(answer, notes);
    return {
      text: type === 'truefalse' ? capitalize(words) : words,
      fraction: Number(answer.attributes['fraction']),
    };
  });
  const isSingle = type === 'truefalse' || textOf(childOf(element, 'single')).trim() !== 'false';
  if (isSingle && answers.some(({ fraction }) => fraction !== 0 && fraction < 100))
    notes.add('partial_credit');
  const options = answers.map(({ text: words, fraction }) => ({
    text: words,
    is_correct: isSingle ? fraction >= 100 : fraction > 0,
  }));
  const question: ReadQuestion = { ...describe(element, text, notes), type: 'multiple_choice', options };
  return { question, notes: [...notes] };
}

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function notePoints(element: XmlElement, notes: Set<ImportNote>): void {
  const grade = textOf(childOf(element, 'defaultgrade')).trim();
  if (grade !== '' && Number(grade) !== 1) notes.add('points');
}

/** The `text` inside an element, in the format that the element names. */
function readText(element: XmlElement | undefined, notes: Set<ImportNote>): string {
  const inner = element === undefined ? undefined : childOf(element, 'text');
  if (element === undefined || inner === undefined) return '';
  const format = element.attributes['format'];
  const text = textOf(inner);
  if (format === 'plain_text' || format === 'markdown') return cleanText(text);
  if (format === 'moodle_auto_format') return readLooseHtml(text, notes);
  // Embedded files are pictures and recordings, which the text names.
  return readHtml(text, notes);
}
