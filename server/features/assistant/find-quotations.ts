import { splitSentences } from '../../documents/sentences.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { chooseQuotations, type Quotation } from './choose-quotations.ts';
import { listMatchingPassages, listStems, type MatchingPassage } from './passage-search.store.ts';
import { searchableText, sortStems } from '../search/question-words.ts';

/** Enough that the best sentence is among them. */
const CANDIDATES = 24;

/** Sentences of one's own lessons that answer the question, the best first; none when they say nothing about it. */
export async function findQuotations(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  question: string,
): Promise<Quotation<MatchingPassage>[]> {
  const [stems = []] = await listStems(database, [searchableText(question)]);
  const words = sortStems(stems);
  if (words.content.length === 0) return [];
  const passages = await listMatchingPassages(database, actor.instructorId, words.content, CANDIDATES);
  const split = passages.map((passage) => ({
    passage,
    sentences: splitSentences(passage.text).map(({ text }) => text),
    context: `${passage.heading ?? ''} ${passage.lesson_title}`,
  }));
  // One question to the database for the words of everything.
  const all = await listStems(
    database,
    split.flatMap(({ sentences, context }) => [context, ...sentences].map(searchableText)),
  );
  let at = 0;
  const next = (): string[] => all[at++] ?? [];
  const candidates = split.map(({ passage, sentences }) => ({
    passage,
    contextStems: next(),
    sentences: sentences.map((text) => ({ text, stems: next() })),
  }));
  return chooseQuotations(words, candidates);
}
