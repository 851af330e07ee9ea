import type { FoundPassage } from '../search/found-passage.ts';

/** Words of a passage, verbatim. */
export interface Source {
  readonly passage: FoundPassage;
  readonly quote: string;
}

/** One sentence of an answer, with what it rests on. */
export interface ComposedStatement {
  readonly text: string;
  /** As in the contract: `quoted` words of a lesson, `written` by a model, or a `link` that states nothing. */
  readonly kind: 'quoted' | 'written' | 'link';
  /** From 0. */
  readonly paragraph: number;
  /** None of a `link`, at least one of everything else. */
  readonly sources: readonly Source[];
}

export type ComposedAnswer =
  | { readonly outcome: 'answered'; readonly statements: readonly ComposedStatement[] }
  /** Support is too weak. The nearest passages, best first, each with its best sentence; they do not answer. */
  | { readonly outcome: 'nothing_found'; readonly nearest: readonly Source[] };
