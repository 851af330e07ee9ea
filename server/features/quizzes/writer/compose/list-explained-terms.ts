import { analyzeLesson } from '../../../../language/analysis.ts';
import { findApposition } from '../../../../language/appositions.ts';
import { findDefinition, findNaming } from '../../../../language/definitions.ts';
import type { LessonText } from '../../../../language/lesson-text.ts';

const MOST_TERMS = 200;

/**
 * The terms that lessons explain, without articles, each once: what else a course teaches, and so what its students may
 * mistake for a term of this lesson.
 */
export function listExplainedTerms(lessons: readonly LessonText[]): string[] {
  const terms = new Map<string, string>();
  for (const lesson of lessons) {
    const analysis = analyzeLesson(lesson);
    for (const sentence of analysis.statements) {
      const term =
        (findDefinition(sentence, analysis) ?? findApposition(sentence, analysis))?.bareTerm ??
        findNaming(sentence, analysis)?.name;
      if (term !== undefined && !terms.has(term.toLowerCase())) terms.set(term.toLowerCase(), term);
    }
  }
  return [...terms.values()].slice(0, MOST_TERMS);
}
