import { contentStems } from '#contract/question-rules/words.ts';
import type { SearchResults } from '#contract/search.ts';

/** How many passages to use if none has a word of the topic: they may describe it in other words. */
const MOST_WITHOUT_WORDS = 3;

/** The passages found for a topic that have the most of its words: a search also finds what is only similar. */
export function pickPassages(topic: string, { courses }: SearchResults): string[] {
  const hits = courses.flatMap(({ lessons }) => lessons.flatMap((lesson) => lesson.hits));
  const stems = [...contentStems(topic)];
  const rated = hits.map(({ heading, evidence }) => {
    const words = contentStems(`${heading ?? ''} ${evidence.quote}`);
    return { id: evidence.passage_id, shared: stems.filter((stem) => words.has(stem)).length };
  });
  const most = Math.max(...rated.map(({ shared }) => shared));
  return rated
    .filter(({ shared }, index) => shared === most && (most > 0 || index < MOST_WITHOUT_WORDS))
    .map(({ id }) => id);
}
