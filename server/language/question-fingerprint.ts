import { createHash } from 'node:crypto';
import { codeOfStem, wordsOfStem } from '#contract/question-rules/stem-parts.ts';

/** What two questions are compared by: case, punctuation and spaces make no difference. */
const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** In code, case and punctuation do make a difference. */
function normalizeStem(stem: string): string {
  const code = codeOfStem(stem);
  return code === '' ? normalize(stem) : `${normalize(wordsOfStem(stem))}\n${code}`;
}

export const fingerprintOfStem = (stem: string): string => hash(normalizeStem(stem));

/** Of stem and key: other wrong answers do not make another question, another key does. */
export function fingerprintOf({
  text,
  type,
  options,
}: {
  readonly text: string;
  readonly type: string;
  readonly options: readonly { readonly text: string; readonly is_correct: boolean }[];
}): string {
  const key = options.find((option) => option.is_correct)?.text ?? '';
  return hash([type, normalizeStem(text), normalize(key)].join('\n'));
}
