import type { Evidence } from '#contract/evidence.ts';
import { PAGES } from '#contract/page-addresses.ts';
import type { QuestionSet } from '#contract/quizzes.ts';

const withId = (address: string, id: number): string => address.replace(/:\w+/, String(id));

/** Every address of the web app, in one place. */
export const paths = {
  ...PAGES,
  admin: '/admin',
  languageModel: '/admin/language-model',
  course: (courseId: number): string => withId(PAGES.course, courseId),
  lesson: (lessonId: number): string => withId(PAGES.lesson, lessonId),
  /** @param line the line to open, from 1 */
  transcript: (lessonId: number, line?: number): string =>
    `${withId(PAGES.transcript, lessonId)}${line === undefined ? '' : `?line=${line}`}`,
  questionBank: (lessonId: number): string => withId(PAGES.questionBank, lessonId),
  review: (questionSetId: number): string => withId(PAGES.review, questionSetId),
  uploadTo: (courseId: number): string => `/upload?course=${courseId}`,
  quizOf: (courseId: number, lessonId?: number): string =>
    lessonId === undefined ? `/quiz?course=${courseId}` : `/quiz?course=${courseId}&lesson=${lessonId}`,
  conversation: (conversationId: number): string => `/chat?conversation=${conversationId}`,
  /** The assistant, which is to answer from this course, or this lesson of it. */
  askIn: (courseId: number, lessonId?: number): string =>
    lessonId === undefined ? `/chat?course=${courseId}` : `/chat?course=${courseId}&lesson=${lessonId}`,
  savedQuiz: (questionSetId: number): string => withId(PAGES.savedQuiz, questionSetId),
  /** A quiz that was just generated, over the form. */
  generatedQuiz: (questionSetId: number): string => `/quiz?set=${questionSetId}`,
  /** Where the review of a quiz goes back to. */
  reviewedQuiz: ({ id, saved_at: savedAt }: Pick<QuestionSet, 'id' | 'saved_at'>): string =>
    savedAt === null ? paths.generatedQuiz(id) : paths.savedQuiz(id),
  /** The lesson, opened where a line written by Lectern rests. */
  evidence: (lessonId: number, evidence: Evidence): string => {
    const parameters = new URLSearchParams();
    if (evidence.start_second !== null) parameters.set('t', evidence.start_second.toFixed(1));
    // A slide that is built up step by step shows all of the quotation on its last page only.
    const page = evidence.page_end ?? evidence.page;
    if (page !== null) parameters.set('page', String(page));
    parameters.set('quote', shorten(evidence.quote));
    return `${withId(PAGES.lesson, lessonId)}?${parameters.toString()}`;
  },
} as const;

const LONGEST_QUOTE = 300;

/** An address must stay one that mail programs and proxies pass on; the first words find the place as well. */
function shorten(quote: string): string {
  if (quote.length <= LONGEST_QUOTE) return quote;
  const cut = quote.slice(0, LONGEST_QUOTE);
  return cut.slice(0, cut.lastIndexOf(' '));
}
