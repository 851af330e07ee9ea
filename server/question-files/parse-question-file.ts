import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { decodeQuestionFile } from './decode-question-file.ts';
import { isAiken, readAiken } from './formats/aiken.ts';
import { isCsv, readCsv } from './formats/csv.ts';
import { readGift } from './formats/gift.ts';
import { readJson } from './formats/json.ts';
import { readMoodleXml } from './formats/moodle-xml.ts';
import { readQti1 } from './formats/qti-1.ts';
import { readQti2Item, withoutDialect } from './formats/qti-2.ts';
import { QuestionFileError, refuseTooMany, type FilePart, type ReadFile } from './question-file.ts';
import { readTags, unread } from './question-texts.ts';
import { listTagsOfFiles } from './read-manifest.ts';
import { readPackage } from './read-package.ts';
import { descendantsOf, readXml, type XmlElement } from './read-xml.ts';

const MOST_CHARACTERS = 1_000_000;

/**
 * Reads a file of any format that {@link IMPORT_FORMATS} lists; its content decides which.
 * @throws {QuestionFileError}
 */
export async function parseQuestionFile(path: string, name: string): Promise<ReadFile> {
  const bytes = await readFile(path);
  const isZip = bytes.toString('latin1', 0, 2) === 'PK';
  const read = isZip ? readPackageFiles(await readPackage(path)) : readText(decodeQuestionFile(bytes), name);
  if (read.parts.length === 0) throw new QuestionFileError('no_questions');
  refuseTooMany(read.parts.length);
  if (JSON.stringify(read.parts).length > MOST_CHARACTERS) throw new QuestionFileError('too_much_text');
  return read;
}

/** @param name its ending decides between formats that no content tells apart. */
export function readText(text: string, name = ''): ReadFile {
  const start = text.trimStart();
  if (start === '') throw new QuestionFileError('no_questions');
  if (start.startsWith('<')) return readXmlFile(text);
  if (start.startsWith('{') || (start.startsWith('[') && /\.json$/iu.test(name))) return readJson(text);
  if (/\.[ct]sv$/iu.test(name) || isCsv(text)) return readCsv(text);
  return isAiken(text) ? readAiken(text) : readGift(text);
}

function readXmlFile(text: string): ReadFile {
  const root = readXml(text);
  if (root.name === 'quiz') return readMoodleXml(root);
  const read = readQtiFile(root, null);
  if (read === undefined) throw new QuestionFileError('unknown_format');
  return read;
}

const ITEM_ROOTS = new Set(['assessmentItem', 'qti-assessment-item']);
const TEST_ROOTS = new Set(['assessmentTest', 'qti-assessment-test']);

function readQtiFile(root: XmlElement, file: string | null): ReadFile | undefined {
  if (root.name === 'questestinterop') return { format: 'qti_1', ...readQti1(root, file) };
  if (!ITEM_ROOTS.has(root.name)) return undefined;
  const part = readQti2Item(withoutDialect(root), { item: 1, line: file === null ? root.line : null, file });
  return { format: root.name === 'assessmentItem' ? 'qti_2' : 'qti_3', name: null, parts: [part] };
}

/** @throws {QuestionFileError} package_without_questions. */
function readPackageFiles(files: ReadonlyMap<string, Buffer>): ReadFile {
  const documents = [...files].map(([file, bytes]) => ({ file, ...readDocument(bytes) }));
  const order = listReferences(documents);
  const tags = listTagsOfFiles(documents);
  const placeOf = (file: string): number => {
    const place = order.indexOf(file);
    return place < 0 ? order.length : place;
  };
  documents.sort((one, other) => placeOf(one.file) - placeOf(other.file));
  const parts: FilePart[] = [];
  let format: ReadFile['format'] | undefined;
  let title: string | null = null;
  for (const { file, root, problem } of documents) {
    const read = root === undefined ? undefined : readQtiFile(root, file);
    if (root !== undefined && TEST_ROOTS.has(root.name)) title ??= root.attributes['title'] ?? null;
    if (problem !== undefined)
      parts.push({ place: { item: 0, line: problem.line, file }, ...unread('broken', '', problem.problem) });
    if (read === undefined) continue;
    format ??= read.format;
    title ??= read.name;
    const ofFile = tags.get(file);
    parts.push(...(ofFile === undefined ? read.parts : read.parts.map((part) => withTags(part, ofFile))));
  }
  if (format === undefined) throw new QuestionFileError('package_without_questions');
  const numbered = parts.map((part, index) => ({ ...part, place: { ...part.place, item: index + 1 } }));
  return { format, name: title, parts: numbered };
}

/** Level, difficulty and outcome as the manifest has them; QTI 2 and 3 have no place for them in a question. */
function withTags(part: FilePart, tags: readonly string[]): FilePart {
  if (!('question' in part)) return part;
  const notes = new Set(part.notes);
  return { ...part, question: { ...part.question, ...readTags(tags, notes) }, notes: [...notes] };
}

function readDocument(bytes: Buffer): { root?: XmlElement; problem?: QuestionFileError } {
  try {
    return { root: readXml(decodeQuestionFile(bytes)) };
  } catch (error) {
    if (error instanceof QuestionFileError) return { problem: error };
    throw error;
  }
}

/** Files in the order of the tests of a package, and then of its manifest. */
function listReferences(documents: readonly { file: string; root?: XmlElement }[]): string[] {
  const listOf = (isWanted: (root: XmlElement) => boolean, ...names: string[]): string[] =>
    documents.flatMap(({ file, root }) =>
      root !== undefined && isWanted(root)
        ? [...descendantsOf(root, ...names)].flatMap(({ attributes: { href } }) =>
            href === undefined ? [] : [posix.join(posix.dirname(file), href)],
          )
        : [],
    );
  return [
    ...listOf(({ name }) => TEST_ROOTS.has(name), 'assessmentItemRef', 'qti-assessment-item-ref'),
    ...listOf(({ name }) => name === 'manifest', 'resource'),
  ];
}
