/**
 * `npm run fetch:documents [-- id …]`: downloads the real documents of `quality/evaluation/documents` that may not be kept in the
 * repository. Documents that are on disk are checked and left alone, so the command can be interrupted and repeated.
 */
import { readDocuments, type RealDocument } from '../read-documents.ts';
import { findDocumentsFolder, locateDocument } from './documents-folder.ts';
import { DownloadError, downloadFile, hashFile } from './download-file.ts';
import { unpackDebianPackage } from './unpack-debian-package.ts';

const wanted = process.argv.slice(2);
const known = await readDocuments();
const unknown = wanted.filter((id) => !known.some((document) => document.id === id));
if (unknown.length > 0) {
  console.error(
    `There is no document ${unknown.join(', ')}. There are: ${known.map(({ id }) => id).join(', ')}.`,
  );
  process.exit(1);
}
const documents = known.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const folder = findDocumentsFolder();
const missing: string[] = [];
let offline: DownloadError | undefined;
for (const document of documents) {
  try {
    const outcome = await fetchDocument(document);
    console.log(`${document.id}: ${outcome}`);
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    missing.push(document.id);
    if (error.unreachable) offline ??= error;
    else console.error(`${document.id}: ${error.message}`);
  }
}
if (offline !== undefined) console.error(offline.message);
console.log(`${documents.length - missing.length} of ${documents.length} documents are in ${folder}.`);
if (missing.length > 0) {
  console.error(`Missing: ${missing.join(', ')}.`);
  process.exitCode = 1;
}

async function fetchDocument(document: RealDocument): Promise<string> {
  const path = locateDocument(folder, document);
  const hash = await hashFile(path);
  if (hash === document.sha256) return 'on disk';
  if (hash !== undefined)
    throw new DownloadError(`${path} is another file than the recorded one. Delete it to download it again.`);
  const { source } = document;
  if ('debian' in source) await unpackDebianPackage(source.debian, path, document);
  // A server that could not be reached a moment ago is not asked again.
  else if (offline !== undefined) throw offline;
  else await downloadFile(addressOf(source.github), path, document);
  return 'downloaded';
}

function addressOf({
  repository,
  commit,
  path,
}: {
  repository: string;
  commit: string;
  path: string;
}): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `https://raw.githubusercontent.com/${repository}/${commit}/${encoded}`;
}
