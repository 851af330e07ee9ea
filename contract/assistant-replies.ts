/* What the assistant says by itself. The web app translates these. */

const EXAMPLES =
  'say “summarize this lesson”, “give me three exam tips”, “write five hard questions on page 4” or “quiz me”.';
export const GREETING_REPLY = `Hello! Ask a question about your lessons, or ${EXAMPLES}`;
export const HELP_REPLY = `The assistant answers questions from your lessons and shows the evidence. You can also ${EXAMPLES}`;
export const THANKS_REPLY = 'You are welcome. Ask another question whenever you like.';
export const TIPS_INTRO = 'For the exam, be ready to explain the following. Your lessons say:';
export const NO_TIPS_REPLY =
  'Exam tips come from the questions and facts that Lectern prepares for each lesson, and none are ready here yet. Upload a lesson, or ask again in a few minutes.';
