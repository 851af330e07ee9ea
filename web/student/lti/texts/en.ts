import type { LtiRefusal } from '#contract/lti.ts';

export const en = {
  refusedTitle: 'This link could not be opened',
  expired: 'This launch has expired. Open the link in your course again.',
  refusals: {
    platform_unknown:
      'This learning platform is not registered with Lectern. Ask the administrator of your Lectern to register it.',
    platform_refused:
      'Your learning platform refused the launch. Open the link in your course again; if that does not help, tell your administrator.',
    platform_unreachable:
      'Lectern could not fetch the keys of your learning platform. Try again in a moment; if that does not help, tell your administrator.',
    launch_expired: 'This launch has expired. Open the link in your course again.',
    other_browser:
      'This launch was started in another window or browser, or its cookies were deleted. Open the link in your course again.',
    message_invalid:
      'The message of your learning platform is not valid. Nothing was changed; tell your administrator.',
    message_used: 'This launch was used already. Open the link in your course again.',
    deployment_unknown:
      'This deployment of the learning platform is not registered. Ask the administrator of your Lectern to add its deployment ID.',
    message_unsupported: 'Lectern does not support this kind of link.',
    role_unknown: 'Your learning platform says neither that you teach nor that you learn in this course.',
    quiz_missing:
      'This link leads to no quiz, or the quiz is no longer shared. Tell your instructor, who can place it again.',
    quiz_not_linked:
      'The owner of this quiz has not placed it on this learning platform. Tell your instructor, who can place it again.',
    return_address:
      'The learning platform asks for an answer to an address that is not among its registered sites. Tell your administrator.',
  } satisfies Record<LtiRefusal, string>,
  blockedTitle: 'Open Lectern in a new window',
  blocked: 'Your browser keeps Lectern from working inside this page.',
  blockedAgain: 'Your browser does not accept cookies from Lectern. Allow them, then open the link again.',
  openWindow: 'Open in a new window',
  welcome: (name: string, platform: string) =>
    name === '' ? `You come from ${platform}.` : `You come from ${platform} as ${name}.`,
  linkTitle: 'Link your Lectern account',
  link: 'To see your quizzes here, sign in to Lectern once. It stays linked to your account on this platform.',
  linkButton: 'Sign in to Lectern',
  waiting: 'This page continues by itself as soon as your account is linked.',
  openTitle: 'Lectern',
  open: (email: string) => `This platform is linked to the Lectern account ${email}.`,
  ofOther: 'This quiz belongs to another Lectern account.',
  openButton: (name: string | null) => (name === null ? 'Open Lectern' : `Open “${name}”`),
  chooseTitle: 'Choose a quiz',
  choose: 'Students take it here, without an account. Their points go to the gradebook.',
  noQuizzes: 'You have no saved quizzes yet. Save one in Lectern, then come back.',
  questions: (count: number) => (count === 1 ? '1 question' : `${count} questions`),
  shared: 'shared',
  add: 'Add to course',
  addOf: (name: string) => `Add “${name}” to the course`,
  adding: 'Returning to your course …',
};
export type LtiTexts = typeof en;
