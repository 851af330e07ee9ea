/* What the assistant says by itself. The web app translates these. */

export const GREETING_REPLY =
  'Hello! Ask a question about your lessons, or say “summarize this lesson”, “give me three exam tips”, “write five hard questions on page 4” or “quiz me”.';
export const THANKS_REPLY = 'You are welcome. Ask another question whenever you like.';
export const TIPS_INTRO = 'For the exam, be ready to explain the following. Your lessons say:';
