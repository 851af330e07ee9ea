import type { Actor, Dependencies } from '../../ports.ts';
import type { FoundPassage } from '../search/found-passage.ts';
import type { ComposedAnswer, ComposedStatement } from './composed-answer.ts';
import { findQuotations } from './find-quotations.ts';
import type { KeptQuestion } from './keep-question.ts';
import type { MatchingPassage } from './passage-search.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** What one's own lessons answer, in their own words. */
export async function findAnswer(
  dependencies: Needed,
  actor: Actor,
  question: KeptQuestion,
): Promise<ComposedAnswer> {
  const quotations = await findQuotations(dependencies, actor, question.text);
  if (quotations.length === 0) return { outcome: 'nothing_found', nearest: [] };
  const lessons = Map.groupBy(quotations, ({ passage }) => passage.lesson_id);
  const statements = [...lessons.values()].flatMap((ofLesson, paragraph): ComposedStatement[] =>
    ofLesson
      .toSorted((one, other) => one.passage.position - other.passage.position)
      .map(({ passage, quote }) => ({
        text: quote.replace(/\s+/g, ' '),
        kind: 'quoted',
        paragraph,
        sources: [{ passage: foundPassage(passage), quote }],
      })),
  );
  return { outcome: 'answered', statements };
}

const foundPassage = (passage: MatchingPassage): FoundPassage => ({
  passageId: passage.passage_id,
  docsourceId: passage.docsource_id,
  position: passage.position,
  section: passage.section,
  heading: passage.heading,
  text: passage.text,
  page: passage.page,
  startSecond: passage.start_second,
  endSecond: passage.end_second,
  lessonId: passage.lesson_id,
  lessonTitle: passage.lesson_title,
  courseId: passage.course_id,
  courseTitle: passage.course_title,
  videoId: passage.video_id,
  score: 0,
  wordRank: null,
  meaningRank: null,
  similarity: null,
});
