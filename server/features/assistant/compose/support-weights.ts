import type { SupportSignal } from './support-signals.ts';

export interface SupportWeights {
  readonly bias: number;
  readonly weights: Readonly<Record<SupportSignal, number>>;
}

/*
 * Fitted by `npm run evaluate -- --fit-support`, which prints what follows, on the questions in
 * `server/features/search/testing/tuning-questions*.json` and `testing/tuning-questions.json` here, over the lessons in
 * `server/language/testing/lessons`, and on the lessons that the answer judge has not learnt; never on the questions of the evaluation. The threshold is part of the bias: it lets
 * pass all but a twentieth of the answerable questions about a lesson that was left out of the fitting.
 */
export const SUPPORT_WEIGHTS: SupportWeights = {
  bias: -0.653,
  weights: {
    meaning: -0.914,
    meaningMargin: 2.516,
    passage: 1.889,
    words: -1.409,
    caseMeaning: 1.318,
    ownMargin: 1.375,
    caseSoft: 0.043,
    caseLeast: 0.3,
    caseGap: 2.047,
    caseLosses: -5.789,
    passageHeld: 1.633,
    passageGap: -0.153,
    unknownShare: -0.027,
    definitionMissing: -0.346,
    termBroken: 0.256,
    yesNo: 0.434,
    pairsHeld: -0.075,
    missingButNear: -1.973,
    exactButOne: -4.771,
    judged: 0.325,
    judgedThree: 0.418,
    judgedMargin: 0.124,
  },
};

export const WORDS_ONLY_WEIGHTS: SupportWeights = {
  bias: -1.105,
  weights: {
    meaning: -1.657,
    meaningMargin: -1.551,
    passage: 0.0,
    words: 0.422,
    caseMeaning: 3.134,
    ownMargin: 0.052,
    caseSoft: 0.515,
    caseLeast: 1.17,
    caseGap: 0.2,
    caseLosses: 0.0,
    passageHeld: 1.507,
    passageGap: 0.131,
    unknownShare: -0.467,
    definitionMissing: -0.623,
    termBroken: 0.275,
    yesNo: 0.157,
    pairsHeld: -0.086,
    missingButNear: -6.531,
    exactButOne: 0.015,
    judged: 0.0,
    judgedThree: 0.0,
    judgedMargin: 0.0,
  },
};
