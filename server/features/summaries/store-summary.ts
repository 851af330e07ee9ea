import type { Dependencies } from '#server/dependencies.ts';
import { createQuoteAnchor } from '#server/language/anchor-quotes.ts';
import { compareText, type WorkedText } from '../lessons/compare-text.ts';
import { getLessonText } from '../lessons/lesson-text.ts';
import { createPlace, replaceAllEvidence } from '../lessons/place-evidence.ts';
import { keepSummary, type NewSummary } from './summaries.store.ts';

/** Stores a summary, and marks evidence whose quote is no longer in the lesson. Call it in a transaction. */
export async function storeSummary(
  inside: Pick<Dependencies, 'database'>,
  { lesson, passages: former }: WorkedText,
  summary: NewSummary,
): Promise<void> {
  const state = await compareText(inside, { lesson, passages: former });
  if (state === undefined) return;
  if (state === 'same') {
    await keepSummary(inside.database, lesson.id, summary);
    return;
  }
  const { text, timeEvidence } = await getLessonText(inside, lesson.id);
  const place = createPlace(createQuoteAnchor(text.passages, former), timeEvidence);
  await keepSummary(inside.database, lesson.id, {
    ...summary,
    points: await replaceAllEvidence(summary.points, place),
    keyTerms: await replaceAllEvidence(summary.keyTerms, place),
    others: await Promise.all(
      summary.others.map(async (other) => ({
        ...other,
        points: await replaceAllEvidence(other.points, place),
      })),
    ),
  });
}
