import type { DocumentPage } from './document-blocks.ts';
import type { Passage } from './passage.ts';

/** A passage with a larger share of unsure words may differ from its page. */
const mostUnsureWords = 0.2;

export function markUnsure(passages: readonly Passage[], pages: readonly DocumentPage[]): Passage[] {
  const unsureWords = new Map(pages.map(({ page, unsureWords: words = [] }) => [page, new Set(words)]));
  return passages.map((passage) => {
    const unsure = unsureWords.get(passage.page) ?? new Set();
    const words = passage.text.split(/\s+/u);
    const count = words.filter((word) => unsure.has(word)).length;
    return count > mostUnsureWords * words.length ? { ...passage, isUnsure: true } : passage;
  });
}
