import { onOneLine } from '../export-text.ts';
import type { ExportFormat, ExportGroup, ExportSource } from '../format.ts';
import { describeResource, LOM_NAMESPACE } from './describe-resource.ts';
import { element, textElement, XML_DECLARATION } from './element.ts';
import { identifyGroup, identifyQuestion } from './identify.ts';
import { qti, QTI_2_1, QTI_3_0, type QtiDialect } from './qti-dialect.ts';
import { writeQtiItem } from './qti-item.ts';
import { zipPieces, type FilePiece } from './zip-pieces.ts';

const packageIn = (dialect: QtiDialect, fileExtension: string): ExportFormat => ({
  fileExtension,
  contentType: 'application/zip',
  lacks: [],
  write: (source) => zipPieces(writeFiles(dialect, source)),
});

/** A content package of QTI 2.1: a file for each question, a test with a section for each quiz, and the manifest. */
export const qti21 = packageIn(QTI_2_1, 'qti21.zip');
/** As {@link qti21}, in QTI 3.0. */
export const qti30 = packageIn(QTI_3_0, 'qti3.zip');

const fileOf = (identifier: string): string => `items/${identifier}.xml`;

/** Keeps of each question only what the manifest says of it. */
async function* writeFiles(dialect: QtiDialect, source: ExportSource): AsyncGenerator<FilePiece> {
  const sections: { group: ExportGroup; items: string[] }[] = [];
  const resources: string[] = [];
  for await (const entry of source.entries) {
    const { group } = entry;
    if (sections.at(-1)?.group !== group) sections.push({ group, items: [] });
    const identifier = identifyQuestion(entry);
    sections.at(-1)?.items.push(identifier);
    resources.push(
      element(
        'resource',
        { identifier, type: dialect.itemType, href: fileOf(identifier) },
        element('metadata', {}, describeResource(entry)) + element('file', { href: fileOf(identifier) }),
      ),
    );
    yield { file: fileOf(identifier), text: writeQtiItem(dialect, entry, identifier) };
  }
  yield { file: 'assessment.xml', text: writeTest(dialect, source, sections) };
  yield { file: 'imsmanifest.xml', text: writeManifest(dialect, source, sections, resources) };
}

type Sections = readonly { readonly group: ExportGroup; readonly items: readonly string[] }[];

function writeTest(dialect: QtiDialect, source: ExportSource, sections: Sections): string {
  const write = (name: string, attributes: Record<string, string>, content: readonly string[] = []): string =>
    qti(dialect, name, attributes, content.join('\n'));
  return `${XML_DECLARATION}${write(
    'assessmentTest',
    { xmlns: dialect.namespace, identifier: 'assessment', title: onOneLine(source.name) },
    [
      '',
      write('outcomeDeclaration', { identifier: 'SCORE', cardinality: 'single', baseType: 'float' }),
      write(
        'testPart',
        { identifier: 'part-1', navigationMode: 'nonlinear', submissionMode: 'individual' },
        sections.map(({ group, items }) =>
          write(
            'assessmentSection',
            { identifier: identifyGroup(group), title: onOneLine(group.name), visible: 'true' },
            items.map((identifier) => write('assessmentItemRef', { identifier, href: fileOf(identifier) })),
          ),
        ),
      ),
      write('outcomeProcessing', {}, [
        write('setOutcomeValue', { identifier: 'SCORE' }, [
          write('sum', {}, [write('testVariables', { variableIdentifier: 'SCORE' })]),
        ]),
      ]),
      '',
    ],
  )}\n`;
}

function writeManifest(
  dialect: QtiDialect,
  { name }: ExportSource,
  sections: Sections,
  resources: readonly string[],
): string {
  const dependencies = sections
    .flatMap(({ items }) => items)
    .map((identifierref) => element('dependency', { identifierref }));
  const test = element(
    'resource',
    { identifier: 'assessment', type: dialect.testType, href: 'assessment.xml' },
    [element('file', { href: 'assessment.xml' }), ...dependencies].join('\n'),
  );
  return `${XML_DECLARATION}${element(
    'manifest',
    { identifier: 'manifest', xmlns: dialect.manifestNamespace, 'xmlns:lom': LOM_NAMESPACE },
    [
      '',
      element(
        'metadata',
        {},
        textElement('schema', dialect.schema) +
          textElement('schemaversion', dialect.schemaVersion) +
          element(
            'lom:lom',
            {},
            element('lom:general', {}, element('lom:title', {}, textElement('lom:string', onOneLine(name)))),
          ),
      ),
      element('organizations'),
      element('resources', {}, `\n${[test, ...resources].join('\n')}\n`),
      '',
    ].join('\n'),
  )}\n`;
}
