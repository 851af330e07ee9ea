import type { ImportNote, UnreadReason } from '#contract/quiz-import.ts';
import { BLOOM_LEVELS, DIFFICULTIES } from '#contract/quizzes.ts';
import { cleanText, readHtml } from '../markup-text.ts';
import { refuseTooMany, type FilePart, type ReadQuestion } from '../question-file.ts';
import {
  BARE_QUESTION,
  findName,
  splitFeedback,
  splitGraderNotes,
  unread,
  writeQuestion,
} from '../question-texts.ts';
import { childOf, childrenOf, descendantsOf, textOf, type XmlElement } from '../read-xml.ts';

/** Canvas and others name the type in the metadata; what else they have is recognized by its responses. */
const OTHER_TYPES: Readonly<Record<string, UnreadReason>> = {
  matching_question: 'matching',
  numerical_question: 'numerical',
  calculated_question: 'calculated',
  fill_in_multiple_blanks_question: 'cloze',
  multiple_dropdowns_question: 'cloze',
  short_answer_question: 'short_answer',
  file_upload_question: 'file_upload',
  text_only_question: 'description',
  multiple_answers_question: 'several_right',
};

/** The items of a QTI 1.2 file, in their order. */
export function readQti1(root: XmlElement, file: string | null): { name: string | null; parts: FilePart[] } {
  const assessment = childOf(root, 'assessment');
  const items = [...descendantsOf(root, 'item')];
  refuseTooMany(items.length);
  const parts = items.map((item, index): FilePart => ({
    place: { item: index + 1, line: item.line, file },
    ...readItem(item),
  }));
  return { name: cleanText(assessment?.attributes['title'] ?? '') || null, parts };
}

/** Why a choice has not one right answer; undefined when it has. */
function readCardinality({ attributes }: XmlElement): 'ordering' | 'several_right' | undefined {
  const cardinality = (attributes['rcardinality'] ?? '').toLowerCase();
  if (cardinality === 'ordered') return 'ordering';
  return cardinality === 'multiple' ? 'several_right' : undefined;
}

function readItem(item: XmlElement) {
  const notes = new Set<ImportNote>();
  const fields = listFields(item);
  const type = fields.get('question_type') ?? fields.get('qmd_itemtype') ?? '';
  const presentation = childOf(item, 'presentation') ?? item;
  const responses = [
    ...descendantsOf(
      presentation,
      'response_lid',
      'response_str',
      'response_num',
      'response_xy',
      'response_grp',
      'response_extension',
    ),
  ];
  const choices = responses.filter(({ name }) => name === 'response_lid');
  const labels = choices.flatMap((choice) => [...descendantsOf(choice, 'response_label')]);
  const stem = readStem(presentation, notes);
  const options = labels.map((label) => ({
    text: readMaterials(label, notes),
    is_correct: false,
    ident: label.attributes['ident'] ?? '',
  }));
  const points = Number(fields.get('points_possible') ?? 1);
  if (points !== 1) notes.add('points');
  const asText = writeQuestion({ text: stem, options });
  const known = OTHER_TYPES[type];
  if (known !== undefined) return unread(known, asText, type);
  const common = {
    ...BARE_QUESTION,
    text: stem,
    ...splitFeedback(readFeedback(item, 'general_fb', notes)),
    ...readLecternFields(fields),
  };
  const isEssay = /essay/iu.test(type) || (type === '' && isFreeText(responses, item));
  if (isEssay) {
    const question: ReadQuestion = {
      ...common,
      type: 'essay',
      ...splitGraderNotes(readRubric(item, notes) || readFeedback(item, 'solution', notes)),
    };
    return { question, notes: [...notes] };
  }
  const [choice] = choices;
  if (choice === undefined || responses.length !== 1)
    return unread(reasonOf(responses), asText, type || null);
  const cardinality = readCardinality(choice);
  if (cardinality !== undefined) return unread(cardinality, asText, type || null);
  const right = findRight(item, choice.attributes['ident'] ?? '', notes);
  if (right === undefined) return unread('no_right', asText, type || null);
  if (options.some(({ ident }) => readFeedback(item, `${ident}_fb`, notes) !== ''))
    notes.add('option_feedback');
  const question: ReadQuestion = {
    ...common,
    type: 'multiple_choice',
    options: options.map(({ text, ident }) => ({ text, is_correct: right.has(ident) })),
  };
  return { question, notes: [...notes] };
}

function reasonOf(responses: readonly XmlElement[]): UnreadReason {
  const names = new Set(responses.map(({ name }) => name));
  if (responses.length === 0) return 'description';
  if (names.has('response_xy')) return 'graphic';
  if (names.has('response_num')) return 'numerical';
  if (names.has('response_grp')) return 'matching';
  if (names.size === 1 && names.has('response_str')) return responses.length > 1 ? 'cloze' : 'short_answer';
  return 'several_parts';
}

/** One text to write, and nothing that it is compared with. */
const isFreeText = (responses: readonly XmlElement[], item: XmlElement): boolean =>
  responses.length === 1 &&
  responses[0]?.name === 'response_str' &&
  [...descendantsOf(item, 'varequal', 'varsubset')].length === 0;

function listFields(item: XmlElement): Map<string, string> {
  const fields = new Map<string, string>();
  for (const field of descendantsOf(item, 'qtimetadatafield'))
    fields.set(
      textOf(childOf(field, 'fieldlabel')).trim().toLowerCase(),
      textOf(childOf(field, 'fieldentry')).trim(),
    );
  for (const field of descendantsOf(item, 'qmd_itemtype')) fields.set('qmd_itemtype', textOf(field).trim());
  return fields;
}

/** The fields that Lectern's own export adds. */
const readLecternFields = (
  fields: ReadonlyMap<string, string>,
): Pick<ReadQuestion, 'level' | 'difficulty' | 'outcome'> => ({
  level: findName(BLOOM_LEVELS, fields.get('bloom')),
  difficulty: findName(DIFFICULTIES, fields.get('difficulty')),
  outcome: fields.get('outcome') ?? null,
});

/** Notes for whoever grades the answer. */
const readRubric = (item: XmlElement, notes: Set<ImportNote>): string =>
  childrenOf(item, 'rubric')
    .filter(({ attributes }) => /scorer|tutor|author/iu.test(attributes['view'] ?? ''))
    .map((rubric) => readMaterials(rubric, notes))
    .join('\n');

/** The material outside of the responses. */
function readStem(presentation: XmlElement, notes: Set<ImportNote>): string {
  const texts: string[] = [];
  const walk = (element: XmlElement): void => {
    for (const child of childrenOf(element)) {
      if (child.name === 'material') texts.push(readMaterial(child, notes));
      else if (child.name.startsWith('render_') || child.name === 'response_label') continue;
      else walk(child);
    }
  };
  walk(presentation);
  return cleanText(texts.filter((text) => text !== '').join('\n'));
}

const readMaterials = (element: XmlElement, notes: Set<ImportNote>): string =>
  cleanText(
    [...descendantsOf(element, 'material')].map((material) => readMaterial(material, notes)).join('\n'),
  );

function readMaterial(material: XmlElement, notes: Set<ImportNote>): string {
  return childrenOf(material)
    .map((part) => {
      if (part.name === 'matimage') {
        notes.add('images');
        return '[image]';
      }
      if (/^mat(?:audio|video|applet|application)$/u.test(part.name)) notes.add('media');
      if (part.name !== 'mattext' && part.name !== 'matemtext') return '';
      const type = part.attributes['texttype'] ?? 'text/plain';
      return /html/iu.test(type) ? readHtml(textOf(part), notes) : cleanText(textOf(part));
    })
    .filter((text) => text !== '')
    .join('\n');
}

function readFeedback(item: XmlElement, ident: string, notes: Set<ImportNote>): string {
  const feedback = childrenOf(item, 'itemfeedback').find(({ attributes }) => attributes['ident'] === ident);
  return feedback === undefined ? '' : readMaterials(feedback, notes);
}

/** The options whose condition gives the most points; undefined where the conditions are no simple ones. */
function findRight(item: XmlElement, response: string, notes: Set<ImportNote>): Set<string> | undefined {
  const scores = new Map<string, number>();
  for (const condition of descendantsOf(item, 'respcondition')) {
    const score = childrenOf(condition, 'setvar')
      .filter(({ attributes }) => /^(?:set|add)?$/iu.test(attributes['action'] ?? ''))
      .map((set) => Number(textOf(set)))
      .find((points) => points > 0);
    const variables = childOf(condition, 'conditionvar');
    if (score === undefined || variables === undefined) continue;
    const equals = childrenOf(variables);
    const [equal] = equals;
    if (
      equals.length !== 1 ||
      equal?.name !== 'varequal' ||
      (equal.attributes['respident'] ?? response) !== response
    )
      return undefined;
    const ident = textOf(equal).trim();
    scores.set(ident, (scores.get(ident) ?? 0) + score);
  }
  const most = Math.max(...scores.values());
  if ([...scores.values()].some((score) => score < most)) notes.add('partial_credit');
  return scores.size === 0
    ? undefined
    : new Set([...scores].flatMap(([ident, score]) => (score === most ? [ident] : [])));
}
