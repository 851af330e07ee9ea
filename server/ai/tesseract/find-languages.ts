import { access, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { message } from '#contract/messages/make-message.ts';
import { DocumentUnreadableError } from '#server/documents/document-unreadable-error.ts';
import { npmFilePath } from '../model-files/model-catalogue.ts';
import type { LanguageModels } from './open-engine.ts';

/** Where files of languages are looked for below `MODELS_DIR`. */
const folderName = 'tesseract';
/** The packages' models for Tesseract's neural network, with whole numbers: as good as the large ones, and faster. */
const packageFolder = '4.0.0_best_int';

/**
 * Finds the model of a language: in `MODELS_DIR/tesseract`, else in an installed package `@tesseract.js-data/CODE`.
 * @throws {DocumentUnreadableError} missing-language
 */
export async function findLanguageFile(code: string, modelsDirectory: string): Promise<string> {
  const folder = join(modelsDirectory, folderName);
  const candidates = [join(folder, `${code}.traineddata`), join(folder, `${code}.traineddata.gz`)];
  const packaged = findInPackage(code);
  if (packaged !== undefined) candidates.push(packaged);
  for (const path of candidates) if (await exists(path)) return path;
  throw new DocumentUnreadableError('missing-language', {
    coded: message('document_language_not_installed', { language: code, folder: folderName }),
  });
}

function findInPackage(code: string): string | undefined {
  try {
    return npmFilePath(`@tesseract.js-data/${code}`, `${packageFolder}/${code}.traineddata.gz`);
  } catch {
    // Not installed.
    return undefined;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Puts links to the models of some languages into one temporary folder, where Tesseract looks for them all. `paths` are
 * what the links lead to.
 * @throws {DocumentUnreadableError} missing-language
 */
export async function gatherLanguages(
  codes: readonly string[],
  modelsDirectory: string,
): Promise<LanguageModels & { readonly paths: readonly string[]; remove(): Promise<void> }> {
  const paths = await Promise.all(codes.map((code) => findLanguageFile(code, modelsDirectory)));
  const folder = await mkdtemp(join(tmpdir(), 'lectern-languages-'));
  await Promise.all(
    codes.map((code, index) => symlink(paths[index] ?? '', join(folder, `${code}.traineddata.gz`))),
  );
  return { folder, codes, paths, remove: () => rm(folder, { recursive: true, force: true }) };
}
