import type { BloomLevel } from '../compose/composed-question.ts';

/** What each level of the revised Bloom taxonomy (Anderson and Krathwohl, 2001) asks of a multiple-choice question. */
export const CHOICE_GUIDES: Readonly<Record<BloomLevel, string>> = {
  remember:
    'REMEMBER. Ask for a term, fact, name or figure of the subject that a student must know by heart. Ask for it directly; do not ask why or how.',
  understand:
    'UNDERSTAND. Ask for a reason, a mechanism, a meaning or a consequence that the material explains. The options use other words than the material, so that a student cannot find the answer by recognizing a sentence.',
  apply:
    'APPLY. Describe a new, concrete case in one or two sentences (with its own people, things or numbers, none of them from the material) and ask what follows or what to do according to a rule, method or mechanism of the material. The case contains everything needed to decide it.',
  analyze:
    'ANALYZE. Ask for a relation between two or more ideas of the material: what distinguishes them, which cause explains an observed pattern, which assumption a conclusion depends on, or what would change if one part were different.',
  evaluate: 'EVALUATE. Ask for the judgement that best satisfies a criterion given in the material.',
  create: 'CREATE. Ask for the plan that best follows the rules given in the material.',
};

/** The same for essay questions. */
export const ESSAY_GUIDES: Readonly<Record<BloomLevel, string>> = {
  remember: 'REMEMBER. Ask the student to define or state, beginning with "Define" or "State".',
  understand:
    'UNDERSTAND. Ask for an explanation in the student’s own words, beginning with "Explain" or "Describe".',
  apply:
    'APPLY. Describe a new, concrete case in one to three sentences and ask the student to work it out by what the material teaches.',
  analyze:
    'ANALYZE. Ask the student to compare, relate or take apart ideas of the material under named aspects.',
  evaluate:
    'EVALUATE. Ask for a reasoned judgement between positions or options, by criteria that the material provides.',
  create: 'CREATE. Ask the student to design or propose something new by the rules of the material.',
};
