import type { ComposedAnswer, ComposedStatement } from '#server/features/assistant/composed-answer.ts';
import { meaningWords, shareWithin } from './content-words.ts';

/** What holds for one answer. */
export interface AnswerScore {
  readonly answered: boolean;
  readonly sentences: number;
  readonly citations: number;
  /** Citations whose quote is in its passage, with a statement that says nothing else. */
  readonly verbatim: number;
  /** Citations that are about what was asked. */
  readonly supporting: number;
  /** Whether it holds one of the right quotes, and whether all. */
  readonly holdsAny: boolean;
  readonly holdsAll: boolean;
}

/** With less of a quote's words a sentence does not hold it. */
const HELD_SHARE = 0.8;
/** A sentence this near to the question is about it, whatever words it uses; fitted on nothing, a third is usual. */
const NEAR = 0.35;
const SHARED_WORDS = 0.3;

/**
 * @param near cosine of two texts
 * @param quotes sentences that answer the question; none of one that has no answer
 */
export function measureAnswer(
  answer: ComposedAnswer,
  question: string,
  quotes: readonly string[],
  near: (one: string, other: string) => number,
): AnswerScore {
  const statements = answer.outcome === 'answered' ? answer.statements : [];
  const sources = statements.flatMap((statement) =>
    statement.sources.map((source) => ({ statement, source })),
  );
  const texts = statements.map(({ text }) => text);
  const held = quotes.filter((quote) => texts.some((text) => holdsQuote(text, quote)));
  return {
    answered: answer.outcome === 'answered',
    sentences: statements.length,
    citations: sources.length,
    verbatim: sources.filter(
      ({ statement, source }) =>
        source.quote !== '' && source.passage.text.includes(source.quote) && isSaid(statement, source.quote),
    ).length,
    supporting: sources.filter(({ source: { passage, quote } }) => isAbout(question, quote, passage, near))
      .length,
    holdsAny: held.length > 0,
    holdsAll: quotes.length > 0 && held.length === quotes.length,
  };
}

const singleSpaced = (text: string): string => text.replace(/\s+/gu, ' ').trim();

const isSaid = ({ kind, text }: ComposedStatement, quote: string): boolean =>
  kind === 'quoted' && singleSpaced(text) === singleSpaced(quote);

function holdsQuote(text: string, quote: string): boolean {
  return (
    singleSpaced(text).includes(singleSpaced(quote)) ||
    shareWithin(meaningWords(quote), meaningWords(text)) >= HELD_SHARE
  );
}

/** Shares the question's subject: its words, or its meaning, with its passage where the subject is named before. */
function isAbout(
  question: string,
  quote: string,
  passage: { readonly text: string; readonly heading: string | null; readonly lessonTitle: string },
  near: (one: string, other: string) => number,
): boolean {
  const asked = meaningWords(question);
  const around = meaningWords(`${passage.lessonTitle} ${passage.heading ?? ''} ${passage.text}`);
  return (
    near(question, quote) >= NEAR ||
    shareWithin(asked, meaningWords(quote)) >= SHARED_WORDS ||
    (near(question, passage.text) >= NEAR && shareWithin(asked, around) >= SHARED_WORDS)
  );
}
