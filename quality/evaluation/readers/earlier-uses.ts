import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitWords } from '../measures/content-words.ts';
import { splitLessons } from '../tuning/read-judge-lessons.ts';
import { readRounds } from './verdict-store.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Lessons that rules, weights or models were derived from, or whose questions have been read by those who write rules. */
const USED_FOLDERS = [
  'server/language/testing/lessons',
  'quality/evaluation/lessons',
  'quality/evaluation/recordings/lessons',
];
const USED_FILE = 'quality/training/answer-judge/lessons.txt';

/** A lesson with more than this share of its sentences in a used one is that lesson, edited. */
const COPIED_SHARE = 0.1;

/**
 * Reasons why verdicts on a lesson would not be blind, as clauses; empty for a fresh lesson. Finds copied sentences and
 * earlier rounds. It cannot know what the authors of a rule have only read.
 */
export async function listEarlierUses(name: string, text: string): Promise<string[]> {
  const sentences = text
    .split(/(?<=[.!?])\s+|\n+/u)
    .filter((sentence) => splitWords(sentence).length >= 6)
    .map(plain);
  const uses: string[] = [];
  for (const [place, text] of await listUsedTexts()) {
    const used = plain(text);
    const copied = sentences.filter((sentence) => used.includes(sentence)).length;
    if (copied > COPIED_SHARE * sentences.length)
      uses.push(`${copied} of its ${sentences.length} sentences are in ${place}`);
  }
  for (const { file, round } of await readRounds())
    if (round.sets.some(({ lesson }) => lesson === name)) uses.push(`it was judged in ${file}`);
  return uses;
}

/** Texts of used lessons, by where they are. */
async function listUsedTexts(): Promise<[string, string][]> {
  const texts: [string, string][] = [];
  for (const folder of USED_FOLDERS) {
    for (const file of await readdir(join(ROOT, folder))) {
      if (file.endsWith('.txt'))
        texts.push([`${folder}/${file}`, await readFile(join(ROOT, folder, file), 'utf8')]);
    }
  }
  const trained = splitLessons(await readFile(join(ROOT, USED_FILE), 'utf8'));
  return [
    ...texts,
    ...[...trained].map(([name, text]): [string, string] => [`${USED_FILE} (${name})`, text]),
  ];
}

const plain = (text: string): string => splitWords(text).join(' ');
