/** Of `PROBLEM_MESSAGES`: taking a quiz. */
export const STUDENT_PROBLEMS = {
  token_invalid: {
    attempt_unknown: 'This attempt does not exist, or your instructor has reset it. Join the quiz again.',
  },
  not_allowed: {
    student_code_wrong: 'This code is not on the class list. Check it, or ask your instructor.',
    resume_code_wrong: 'No attempt has this code. Check it; your answers are safe.',
    passcode_wrong: 'This is not the passcode. Ask your instructor for it.',
  },
  conflict: {
    quiz_not_open: 'This quiz is not open yet.',
    quiz_closed: 'This quiz is closed. To see an attempt again, use its code.',
    quiz_full: 'This quiz has as many attempts as a quiz can have. Ask your instructor.',
    attempts_used_up: 'You have no attempt left for this quiz.',
    attempt_submitted: 'This attempt has been submitted. Its answers can no longer be changed.',
  },
} as const;
