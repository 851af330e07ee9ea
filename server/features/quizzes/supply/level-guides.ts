import type { BloomLevel } from '../compose/composed-question.ts';

/** What each level asks for, in words that a writer can follow and a classifier can find. */
export const CHOICE_GUIDES: Readonly<Record<BloomLevel, string>> = {
  remember:
    'recall a fact or a term; begin with What, Which, Who, When or Where, and use neither why, how, cause, effect nor purpose',
  understand: 'grasp a reason, an effect or a purpose; begin with Why or How, and compare nothing',
  apply:
    'decide a new concrete case by what the passage states; begin with "Suppose" and ask what would happen',
  analyze:
    'tell apart or relate two things that the passage names; begin with "How does … differ from …" or "What distinguishes … from …"',
  evaluate: 'judge by a criterion that the passage gives; use the word "justify"',
  create: 'plan something new by the rules of the passage; use the word "design"',
};

export const ESSAY_GUIDES: Readonly<Record<BloomLevel, string>> = {
  remember: 'recall and define; begin with Define, State or List',
  understand: 'explain in own words; begin with Explain or Describe',
  apply: 'use what the passage states in a new concrete case; begin with Suppose or Apply',
  analyze: 'compare or take apart; begin with Compare or Analyze',
  evaluate: 'judge with reasons; begin with Evaluate, Assess or Justify',
  create: 'make something new by the rules of the passage; begin with Design or Propose',
};

/** What a full essay answer does beside naming its points. */
export const ESSAY_DEMANDS: Readonly<Record<BloomLevel, string>> = {
  remember: 'gives complete definitions in correct terms',
  understand: 'explains in words of its own and connects its statements',
  apply: 'applies the rule to the case and explains each step',
  analyze: 'treats both sides under the same points',
  evaluate: 'reaches a judgement and supports it with evidence',
  create: 'is a new design, and the rules of the lesson can be seen in it',
};
