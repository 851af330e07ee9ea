import { analyzeLesson } from '../../../language/analysis.ts';
import { collectFacts } from '../../../language/collect-facts.ts';
import type { LessonText } from '../../../language/lesson-text.ts';

const MOST_TERMS = 200;

/**
 * The terms that lessons explain, without articles, each once: what else a course teaches, and so what its students may
 * mistake for a term of this lesson.
 */
export function listExplainedTerms(lessons: readonly LessonText[]): string[] {
  const terms = new Map<string, string>();
  for (const lesson of lessons)
    for (const fact of collectFacts(analyzeLesson(lesson))) {
      if (fact.kind !== 'definition' && fact.kind !== 'naming') continue;
      const term = fact.kind === 'definition' ? fact.bareTerm : fact.name;
      if (!terms.has(term.toLowerCase())) terms.set(term.toLowerCase(), term);
    }
  return [...terms.values()].slice(0, MOST_TERMS);
}
