import type { DocumentBlock, PageKind } from '../document-blocks.ts';
import { isAgendaTitle, isReferencesTitle } from './page-titles.ts';
import type { ReadPage } from './read-page.ts';

/** What a page of a document other than a deck is, by most of its text. */
export function kindOfProsePage(blocks: readonly DocumentBlock[], page: ReadPage | undefined): PageKind {
  const first = blocks[0];
  if (first?.kind === 'heading') {
    if (isReferencesTitle(first.text)) return 'references';
    const listed = blocks.slice(1).every(({ kind }) => kind !== 'paragraph' && kind !== 'code');
    if (isAgendaTitle(first.text) && blocks.length > 1 && listed) return 'agenda';
  }
  let all = 0;
  const letters = new Map<DocumentBlock['kind'], number>();
  for (const { kind, text } of blocks) {
    all += text.length;
    letters.set(kind, (letters.get(kind) ?? 0) + text.length);
  }
  if ((letters.get('code') ?? 0) > 0.6 * all) return 'code';
  if ((letters.get('table') ?? 0) > 0.6 * all) return 'table';
  return page !== undefined && hasTwoColumns(page) ? 'two-columns' : 'prose';
}

/** Whether much of the text is in lines that end before others of the same height begin. */
function hasTwoColumns({ lines, width }: ReadPage): boolean {
  let [left, right, wide] = [0, 0, 0];
  for (const line of lines) {
    if (line.right < 0.54 * width) left += line.text.length;
    else if (line.left > 0.46 * width) right += line.text.length;
    else wide += line.text.length;
  }
  return Math.min(left, right) > Math.max(200, wide / 2);
}
