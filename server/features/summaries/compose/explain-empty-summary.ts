import { isTeaching } from '../../../documents/passage.ts';
import { analyzeLesson } from '../../../language/analysis.ts';
import type { LessonText } from '../../../language/lesson-text.ts';
import { listWords } from '../../../../items/words.ts';

/** Why a lesson has no summary, and that nothing was lost, for the person who asked for it. */
export function explainEmptySummary(lesson: LessonText): string {
  const kept = 'Nothing was changed.';
  const texts = lesson.passages
    .filter(isTeaching)
    .slice(0, 200)
    .map((passage) => passage.text);
  const words = texts.reduce(
    (sum, text) => sum + listWords(text).filter((word) => /\p{L}/u.test(word)).length,
    0,
  );
  const marks = texts.reduce((sum, text) => sum + (text.match(/[\d{}<>=;|]/gu) ?? []).length, 0);
  if (words === 0) return `The lesson holds no words to summarise. ${kept}`;
  if (marks > words) return `The lesson is mostly numbers or code, with no sentences to summarise. ${kept}`;
  if (!analyzeLesson(lesson).english)
    return `The lesson does not seem to be in English sentences, and only those can be summarised. ${kept}`;
  return `The lesson holds no complete statements that can be understood by themselves, so there is nothing to summarise. ${kept}`;
}
