import type { ImportNote, UnreadReason } from '#contract/quiz-import.ts';
import { readElements } from '../markup-text.ts';
import type { FilePart, ReadQuestion } from '../question-file.ts';
import { BARE_QUESTION, splitFeedback, splitGraderNotes, unread, writeQuestion } from '../question-texts.ts';
import { childOf, childrenOf, descendantsOf, textOf, type XmlElement } from '../read-xml.ts';

const INTERACTION = /interaction$/u;
const REASONS: Readonly<Record<string, UnreadReason>> = {
  matchinteraction: 'matching',
  associateinteraction: 'matching',
  gapmatchinteraction: 'cloze',
  inlinechoiceinteraction: 'cloze',
  textentryinteraction: 'short_answer',
  orderinteraction: 'ordering',
  uploadinteraction: 'file_upload',
  hottextinteraction: 'other_type',
  sliderinteraction: 'numerical',
};

/** QTI 3.0 writes `qti-choice-interaction` for QTI 2's `choiceInteraction`: both become `choiceinteraction`. */
export function withoutDialect(element: XmlElement): XmlElement {
  return {
    ...element,
    name: element.name.replace(/^qti-/u, '').replaceAll('-', '').toLowerCase(),
    attributes: Object.fromEntries(
      Object.entries(element.attributes).map(([name, value]) => [
        name.startsWith('data-') ? name : name.replaceAll('-', '').toLowerCase(),
        value,
      ]),
    ),
    children: element.children.map((child) => (typeof child === 'string' ? child : withoutDialect(child))),
  };
}

/** An `assessmentItem` of QTI 2 or 3, after {@link withoutDialect}. */
export function readQti2Item(item: XmlElement, place: FilePart['place']): FilePart {
  return { place, ...readItem(item) };
}

function readItem(item: XmlElement) {
  const notes = new Set<ImportNote>();
  const body = childOf(item, 'itembody');
  if (body === undefined) return unread('broken', item.attributes['title'] ?? '', 'itemBody');
  const interactions = listInteractions(body);
  const [interaction] = interactions;
  const stem = readStem(body, notes);
  const options = [...descendantsOf(interaction ?? body, 'simplechoice')].map((choice) => ({
    ident: choice.attributes['identifier'] ?? '',
    is_correct: false,
    text: readElements(
      choice.children,
      notes,
      (element) => element.name === 'feedbackinline' || element.name === 'feedbackblock',
    ),
  }));
  const asText = writeQuestion({ text: stem, options });
  if (interaction === undefined) return unread('description', asText);
  if (interactions.length > 1) {
    const isCloze = interactions.every(
      ({ name }) => REASONS[name] === 'short_answer' || REASONS[name] === 'cloze',
    );
    return unread(isCloze ? 'cloze' : 'several_parts', asText, interaction.name);
  }
  const common = { ...BARE_QUESTION, text: stem, ...splitFeedback(readFeedback(item, notes)) };
  if (interaction.name === 'extendedtextinteraction') {
    const question: ReadQuestion = {
      ...common,
      type: 'essay',
      ...splitGraderNotes(readRubric(body, notes)),
    };
    return { question, notes: [...notes] };
  }
  if (interaction.name !== 'choiceinteraction')
    return unread(
      REASONS[interaction.name] ??
        (/graphic|hotspot|position|selectpoint/u.test(interaction.name) ? 'graphic' : 'other_type'),
      asText,
      interaction.name,
    );
  const right = findRight(item, interaction, notes);
  if (right === undefined) return unread('no_right', asText);
  if ([...descendantsOf(interaction, 'feedbackinline', 'feedbackblock')].length > 0)
    notes.add('option_feedback');
  const question: ReadQuestion = {
    ...common,
    type: 'multiple_choice',
    options: options.map(({ text, ident }) => ({ text, is_correct: right.has(ident) })),
  };
  return { question, notes: [...notes] };
}

/** Those that are not part of another one. */
function listInteractions(element: XmlElement): XmlElement[] {
  return childrenOf(element).flatMap((child) =>
    INTERACTION.test(child.name) && child.name !== 'endattemptinteraction'
      ? [child]
      : listInteractions(child),
  );
}

/** The words around the interaction and its prompt, without notes for graders. */
function readStem(body: XmlElement, notes: Set<ImportNote>): string {
  const withPrompts = (element: XmlElement): XmlElement => ({
    ...element,
    children: element.children.flatMap((child): (XmlElement | string)[] => {
      if (typeof child === 'string') return [child];
      if (!INTERACTION.test(child.name)) return [withPrompts(child)];
      const prompt = childOf(child, 'prompt');
      return prompt === undefined ? [' _____ '].filter(() => isInline(child)) : [prompt];
    }),
  });
  const leftOut = new Set(['rubricblock', 'feedbackblock', 'feedbackinline', 'stylesheet']);
  return readElements(withPrompts(body).children, notes, ({ name }) => leftOut.has(name));
}

const isInline = ({ name }: XmlElement): boolean => /^(?:textentry|inlinechoice)/u.test(name);

const readRubric = (body: XmlElement, notes: Set<ImportNote>): string =>
  [...descendantsOf(body, 'rubricblock')]
    .filter(({ attributes }) => /scorer|tutor|author/u.test(attributes['view'] ?? ''))
    .map((block) => readElements(block.children, notes))
    .join('\n');

/** One feedback that everyone sees is the explanation; others belong to single answers. */
function readFeedback(item: XmlElement, notes: Set<ImportNote>): string {
  const feedback = childrenOf(item, 'modalfeedback');
  const [only] = feedback;
  if (feedback.length > 1) notes.add('option_feedback');
  return only === undefined || feedback.length > 1 ? '' : readElements(only.children, notes);
}

/** The choices of the correct response or, without one, those that the mapping gives the most points. */
function findRight(
  item: XmlElement,
  interaction: XmlElement,
  notes: Set<ImportNote>,
): Set<string> | undefined {
  const declaration = childrenOf(item, 'responsedeclaration').find(
    ({ attributes }) => attributes['identifier'] === interaction.attributes['responseidentifier'],
  );
  if (declaration === undefined) return undefined;
  const correct = childrenOf(childOf(declaration, 'correctresponse') ?? declaration, 'value').map((value) =>
    textOf(value).trim(),
  );
  const points = [...descendantsOf(declaration, 'mapentry')].map(({ attributes }) => ({
    ident: attributes['mapkey'] ?? '',
    score: Number(attributes['mappedvalue']),
  }));
  const most = Math.max(0, ...points.map(({ score }) => score));
  if (points.some(({ score }) => score > 0 && score < most)) notes.add('partial_credit');
  if (most > 0 && most !== 1) notes.add('points');
  if (correct.length > 0) return new Set(correct);
  if (most === 0) return undefined;
  const isMultiple = declaration.attributes['cardinality'] !== 'single';
  return new Set(
    points.flatMap(({ ident, score }) => ((isMultiple ? score > 0 : score === most) ? [ident] : [])),
  );
}
