import type { Evidence } from '#contract/evidence.ts';
import { formatSeconds } from '#web/ui/format.ts';
import { keyOfPlace, listSources, type AnswerTurn } from './answer-turn.ts';

/** What a copied answer says in the person's language. */
export interface CopyWords {
  readonly sources: string;
  /** Undefined for a lesson without pages. */
  readonly pages: (evidence: Evidence) => string | undefined;
}

/** An answer as plain text, to be pasted anywhere: each sentence with the numbers of its sources, which follow below. */
export function writeAnswerAsText(turn: AnswerTurn, words: CopyWords): string {
  const sources = listSources(turn);
  const numbers = new Map(sources.map((source, index) => [keyOfPlace(source), index + 1]));
  const paragraphs = [...Map.groupBy(turn.statements, ({ paragraph }) => paragraph).values()].map(
    (statements) =>
      statements
        .map(({ text, citations }) =>
          [text, ...citations.map((citation) => `[${numbers.get(keyOfPlace(citation)) ?? ''}]`)].join(' '),
        )
        .join(' '),
  );
  const body = paragraphs.join('\n\n');
  if (sources.length === 0) return body;
  const lines = sources.map(({ lesson_title: title, evidence }, index) => {
    const pages = words.pages(evidence);
    const place =
      evidence.start_second !== null
        ? `, ${formatSeconds(evidence.start_second)}`
        : pages === undefined
          ? ''
          : `, ${pages}`;
    return `[${index + 1}] ${title}${place}: “${evidence.quote}”`;
  });
  return `${body}\n\n${words.sources}\n${lines.join('\n')}`;
}
