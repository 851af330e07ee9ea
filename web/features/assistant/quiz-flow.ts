/** The state of the chat's quiz flow (docs/product.md, “States”). */
export type QuizFlow =
  | { step: 'idle' }
  | { step: 'awaiting_course' }
  | { step: 'awaiting_lesson'; courseId: number }
  | { step: 'form'; courseId: number; lessonId: number; passageIds?: readonly string[] };

export type QuizFlowEvent =
  | { type: 'asked' }
  | { type: 'course_picked'; courseId: number }
  | { type: 'lesson_picked'; lessonId: number }
  | { type: 'lesson_named'; courseId: number; lessonId: number; passageIds?: readonly string[] }
  | { type: 'ended' };

export const IDLE_QUIZ_FLOW: QuizFlow = { step: 'idle' };

/** The next step. What does not belong to the present one changes nothing: a button of an earlier question, say. */
export function nextQuizFlow(flow: QuizFlow, event: QuizFlowEvent): QuizFlow {
  if (event.type === 'ended') return IDLE_QUIZ_FLOW;
  if (event.type === 'lesson_named') {
    if (flow.step === 'form') return flow;
    const { courseId, lessonId, passageIds } = event;
    return { step: 'form', courseId, lessonId, ...(passageIds === undefined ? {} : { passageIds }) };
  }
  if (event.type === 'asked') return flow.step === 'form' ? flow : { step: 'awaiting_course' };
  if (event.type === 'course_picked') {
    return flow.step === 'awaiting_course' ? { step: 'awaiting_lesson', courseId: event.courseId } : flow;
  }
  return flow.step === 'awaiting_lesson'
    ? { step: 'form', courseId: flow.courseId, lessonId: event.lessonId }
    : flow;
}
