import type { ExportedQuestion } from '#contract/quiz-export.ts';
import {
  listTags,
  onOneLine,
  titleOf,
  writeFeedback,
  writeGraderNotes,
  writeLines,
  writeStem,
} from '../export-text.ts';
import type { ExportEntry, ExportFormat, ExportGroup, ExportSource } from '../format.ts';
import { element, openTag, textElement, XML_DECLARATION } from './element.ts';
import { identifyGroup, identifyOption, identifyQuestion } from './identify.ts';
import { zipPieces, type FilePiece } from './zip-pieces.ts';

/** QTI 1.2, as Canvas reads it: one assessment for each quiz or question bank. */
export const qti12: ExportFormat = {
  fileExtension: 'qti12.zip',
  contentType: 'application/zip',
  lacks: [],
  write: (source) => zipPieces(writeFiles(source)),
};

const OPENING = `${XML_DECLARATION}<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2">\n`;
const CLOSING = '</section></assessment></questestinterop>\n';

async function* writeFiles(source: ExportSource): AsyncGenerator<FilePiece> {
  const groups: { id: string; group: ExportGroup }[] = [];
  let file = '';
  for await (const entry of source.entries) {
    const { group } = entry;
    if (groups.at(-1)?.group !== group) {
      if (file !== '') yield { file, text: CLOSING };
      const id = identifyGroup(group);
      groups.push({ id, group });
      file = `${id}/${id}.xml`;
      const assessment = openTag('assessment', { ident: id, title: onOneLine(group.name) });
      yield { file, text: `${OPENING}${assessment}${openTag('section', { ident: 'root_section' })}\n` };
    }
    yield { file, text: writeItem(entry, identifyQuestion(entry)) };
  }
  if (file !== '') yield { file, text: CLOSING };
  for (const { id, group } of groups) yield { file: `${id}/assessment_meta.xml`, text: writeMeta(id, group) };
  yield {
    file: 'imsmanifest.xml',
    text: writeManifest(
      source,
      groups.map(({ id }) => id),
    ),
  };
}

/** What Canvas reads of a quiz beside its questions. */
const writeMeta = (id: string, { name }: ExportGroup): string =>
  `${XML_DECLARATION}${element(
    'quiz',
    { identifier: id, xmlns: 'http://canvas.instructure.com/xsd/cccv1p0' },
    textElement('title', onOneLine(name)) +
      textElement('shuffle_answers', 'true') +
      textElement('quiz_type', 'assignment'),
  )}\n`;

function writeManifest({ name }: ExportSource, ids: readonly string[]): string {
  const resources = ids.flatMap((id) => [
    element(
      'resource',
      { identifier: id, type: 'imsqti_xmlv1p2' },
      element('file', { href: `${id}/${id}.xml` }) + element('dependency', { identifierref: `${id}-meta` }),
    ),
    element(
      'resource',
      {
        identifier: `${id}-meta`,
        type: 'associatedcontent/imscc_xmlv1p1/learning-application-resource',
        href: `${id}/assessment_meta.xml`,
      },
      element('file', { href: `${id}/assessment_meta.xml` }),
    ),
  ]);
  return `${XML_DECLARATION}${element(
    'manifest',
    {
      identifier: 'manifest',
      xmlns: 'http://www.imsglobal.org/xsd/imscp_v1p1',
      'xmlns:imsmd': 'http://www.imsglobal.org/xsd/imsmd_v1p2',
    },
    [
      element(
        'metadata',
        {},
        textElement('schema', 'IMS Content') +
          textElement('schemaversion', '1.1.3') +
          element(
            'imsmd:lom',
            {},
            element(
              'imsmd:general',
              {},
              element('imsmd:title', {}, textElement('imsmd:langstring', onOneLine(name))),
            ),
          ),
      ),
      element('organizations'),
      element('resources', {}, `\n${resources.join('\n')}\n`),
    ].join('\n'),
  )}\n`;
}

/** HTML as the text of an element. */
const material = (html: string): string =>
  element('material', {}, textElement('mattext', html, { texttype: 'text/html' }));

function writeItem(entry: ExportEntry, ident: string): string {
  const { question } = entry;
  const feedback = writeFeedback(question, entry);
  const notes = writeGraderNotes(question);
  return `${element(
    'item',
    { ident, title: titleOf(entry) },
    [
      element('itemmetadata', {}, element('qtimetadata', {}, listFields(question).join(''))),
      ...(notes === '' ? [] : [element('rubric', { view: 'Scorer' }, material(writeLines(notes)))]),
      element(
        'presentation',
        {},
        material(writeStem(question.text)) +
          (question.type === 'essay' ? ESSAY_RESPONSE : writeChoices(question)),
      ),
      writeProcessing(question, feedback !== ''),
      ...(feedback === ''
        ? []
        : [
            element(
              'itemfeedback',
              { ident: 'general_fb' },
              element('flow_mat', {}, material(writeLines(feedback))),
            ),
          ]),
    ].join('\n'),
  )}\n`;
}

/** Canvas reads the first two; level, difficulty and outcome are for other readers. */
function listFields(question: ExportedQuestion): string[] {
  const tags = listTags(question).map((tag): [string, string] => {
    const colon = tag.indexOf(':');
    return [tag.slice(0, colon), tag.slice(colon + 1)];
  });
  const fields: [string, string][] = [
    ['question_type', question.type === 'essay' ? 'essay_question' : 'multiple_choice_question'],
    ['points_possible', '1'],
    ...tags,
  ];
  return fields.map(([label, entry]) =>
    element('qtimetadatafield', {}, textElement('fieldlabel', label) + textElement('fieldentry', entry)),
  );
}

const ESSAY_RESPONSE = element(
  'response_str',
  { ident: 'response1', rcardinality: 'Single' },
  element('render_fib', {}, element('response_label', { ident: 'answer1', rshuffle: 'No' })),
);

const writeChoices = ({ options }: ExportedQuestion): string =>
  element(
    'response_lid',
    { ident: 'response1', rcardinality: 'Single' },
    element(
      'render_choice',
      { shuffle: 'Yes' },
      options
        .map(({ text }, index) =>
          element('response_label', { ident: identifyOption(index) }, material(writeLines(text))),
        )
        .join(''),
    ),
  );

function writeProcessing({ type, options }: ExportedQuestion, hasFeedback: boolean): string {
  const condition = (attributes: Record<string, string>, when: string, then: string): string =>
    element('respcondition', attributes, element('conditionvar', {}, when) + then);
  const key = identifyOption(options.findIndex((option) => option.is_correct));
  return element(
    'resprocessing',
    {},
    [
      element(
        'outcomes',
        {},
        element('decvar', { maxvalue: '100', minvalue: '0', varname: 'SCORE', vartype: 'Decimal' }),
      ),
      ...(hasFeedback
        ? [
            condition(
              { continue: 'Yes' },
              element('other'),
              element('displayfeedback', { feedbacktype: 'Response', linkrefid: 'general_fb' }),
            ),
          ]
        : []),
      type === 'essay'
        ? condition({ continue: 'No' }, element('other'), '')
        : condition(
            { continue: 'No' },
            textElement('varequal', key, { respident: 'response1' }),
            textElement('setvar', '100', { action: 'Set', varname: 'SCORE' }),
          ),
    ].join(''),
  );
}
