import { containment, contentStems } from '../../items/words.ts';
import type { LessonAnalysis } from './analysis.ts';
import type { Fact, Illustration } from './facts.ts';

const EXAMPLE_CONNECTIVES = new Set(['for example', 'for instance']);

/** Cases that the lesson tells right after it has explained a term, without naming the term again. */
export function listIllustrations(analysis: LessonAnalysis, facts: readonly Fact[]): Illustration[] {
  return analysis.sentences.flatMap((sentence): Illustration[] => {
    if (!sentence.standsAlone || !EXAMPLE_CONNECTIVES.has(sentence.connective ?? '')) return [];
    const explained = facts.find(
      (fact) =>
        (fact.kind === 'definition' || fact.kind === 'naming') &&
        fact.sentence.passage === sentence.passage &&
        fact.sentence.index < sentence.index &&
        sentence.index - fact.sentence.index <= 2,
    );
    if (explained?.kind !== 'definition' && explained?.kind !== 'naming') return [];
    const term = explained.kind === 'definition' ? explained.bareTerm : explained.name;
    if (containment(contentStems(term), sentence.stems) > 0.4) return [];
    const { passage } = sentence;
    const from = passage.text.indexOf(explained.sentence.quote);
    const to = passage.text.indexOf(sentence.quote);
    if (from < 0 || to < from) return [];
    const quote = passage.text.slice(from, to + sentence.quote.length);
    return [
      {
        kind: 'illustration',
        sentence: { ...sentence, quote },
        example: sentence.text,
        term,
        plural: explained.plural,
      },
    ];
  });
}
