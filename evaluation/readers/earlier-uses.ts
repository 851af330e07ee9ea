import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitWords } from '../measures/content-words.ts';
import { readRounds } from './verdict-store.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Lessons that rules, weights or models were derived from, or whose questions have been read by those who write rules. */
const USED_LESSONS = [
  'server/language/testing/lessons',
  'training/answer-judge/lessons',
  'evaluation/lessons',
];

/** A lesson with more than this share of its sentences in a used one is that lesson, edited. */
const COPIED_SHARE = 0.1;

/**
 * Reasons why verdicts on a lesson would not be blind, as clauses; empty for a fresh lesson. Finds copied sentences and
 * earlier rounds. It cannot know what somebody has only read.
 */
export async function listEarlierUses(name: string, text: string): Promise<string[]> {
  const sentences = text
    .split(/(?<=[.!?])\s+|\n+/u)
    .filter((sentence) => splitWords(sentence).length >= 6)
    .map(plain);
  const uses: string[] = [];
  for (const directory of USED_LESSONS) {
    const files = (await readdir(join(ROOT, directory))).filter((file) => file.endsWith('.txt'));
    for (const file of files) {
      const used = plain(await readFile(join(ROOT, directory, file), 'utf8'));
      const copied = sentences.filter((sentence) => used.includes(sentence)).length;
      if (copied > COPIED_SHARE * sentences.length)
        uses.push(`${copied} of its ${sentences.length} sentences are in ${directory}/${file}`);
    }
  }
  for (const { file, round } of await readRounds())
    if (round.sets.some(({ lesson }) => lesson === name)) uses.push(`it was judged in ${file}`);
  return uses;
}

const plain = (text: string): string => splitWords(text).join(' ');
