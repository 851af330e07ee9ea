/** Of `PROBLEM_MESSAGES`: taking a quiz, coming from a learning platform, and webhooks. */
export const STUDENT_PROBLEMS = {
  token_invalid: {
    attempt_unknown: 'This attempt does not exist, or your instructor has reset it. Join the quiz again.',
    lti_launch_expired: 'This launch has expired. Open Lectern from your course again.',
  },
  not_allowed: {
    student_code_wrong: 'This code is not on the class list. Check it, or ask your instructor.',
    resume_code_wrong: 'No attempt has this code. Check it; your answers are safe.',
    passcode_wrong: 'This is not the passcode. Ask your instructor for it.',
    lti_administrators_sign_in:
      'An administrator’s account is not opened from a learning platform. Sign in with your password.',
    lti_opened_from_elsewhere: 'Open Lectern from your course.',
    sign_in_to_link: 'Sign in to link a learning platform. An API key is not enough.',
  },
  not_found: {
    own_webhook_not_found: 'There is no such webhook, or it is not yours.',
    own_lti_identity_not_found: 'This platform is not linked to your account.',
    own_lti_platform_not_found: 'There is no such platform.',
  },
  conflict: {
    webhooks_exhausted: 'You have {{count}} webhooks. Delete one that you no longer use.',
    quiz_not_open: 'This quiz is not open yet.',
    quiz_closed: 'This quiz is closed. To see an attempt again, use its code.',
    quiz_full: 'This quiz has as many attempts as a quiz can have. Ask your instructor.',
    attempts_used_up: 'You have no attempt left for this quiz.',
    attempt_submitted: 'This attempt has been submitted. Its answers can no longer be changed.',
    lti_account_not_linked: 'Link your Lectern account first.',
    lti_identity_taken: 'You already use another Lectern account on this platform. Unlink it there first.',
    lti_launch_of_other_kind: 'This launch is not for that. Open Lectern from your course again.',
    lti_platform_exists: 'A platform with this issuer and client ID is already registered.',
  },
} as const;
