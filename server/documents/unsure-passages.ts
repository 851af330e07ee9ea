import type { DocumentPage } from './document-blocks.ts';
import type { Passage } from './passage.ts';

/** Shows where a character was lost before the upload. */
const lostCharacter = '\u{FFFD}';

/** Marks passages in which characters are missing. */
export const markIncomplete = (passages: readonly Passage[]): Passage[] =>
  passages.map((passage) =>
    passage.text.includes(lostCharacter) ? { ...passage, isUnsure: true } : passage,
  );

/** A passage with a larger share of unsure words may differ from its page. */
const mostUnsureWords = 0.2;

export function markUnsure(passages: readonly Passage[], pages: readonly DocumentPage[]): Passage[] {
  const unsurePages = pages.filter(({ unsureWords = [] }) => unsureWords.length > 0);
  if (unsurePages.length === 0) return [...passages];
  // Several regions may share a page, and a passage may run over several pages.
  const byPage = Map.groupBy(unsurePages, ({ page }) => page);
  return passages.map((passage) => {
    const unsure = new Set<string>();
    for (let number = passage.page ?? 0; number <= (passage.pageEnd ?? 0); number++)
      for (const { unsureWords = [] } of byPage.get(number) ?? [])
        for (const word of unsureWords) unsure.add(word);
    const words = passage.text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
    const count = words.filter((word) => unsure.has(word)).length;
    return count > mostUnsureWords * words.length ? { ...passage, isUnsure: true } : passage;
  });
}
