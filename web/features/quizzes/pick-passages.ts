import { contentStems } from '#contract/question-rules/words.ts';
import type { SearchResults } from '#contract/search.ts';

/** Of passages without a word of the topic: they may be about it in other words. */
const MOST_WITHOUT_WORDS = 3;

/** Of the passages found for a topic, those with most of its words: a search also finds what is only similar. */
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
