import type { SupportSignal } from './support-signals.ts';

export interface SupportWeights {
  readonly bias: number;
  readonly weights: Readonly<Record<SupportSignal, number>>;
}

/*
 * Fitted by `npm run evaluate -- --fit-support`, which prints what follows, on the questions in
 * `server/features/search/testing/tuning-questions*.json` and `testing/tuning-questions.json` here, over the lessons in
 * `server/language/testing/lessons`; never on the questions of the evaluation. The threshold is part of the bias: it lets
 * pass all but a twentieth of the answerable questions about a lesson that was left out of the fitting.
 */
export const SUPPORT_WEIGHTS: SupportWeights = {
  bias: -3.904,
  weights: {
    meaning: 0.11,
    meaningMargin: 3.09,
    passage: 2.214,
    words: -0.528,
    caseMeaning: 2.085,
    ownMargin: 2.915,
    caseSoft: 1.299,
    caseLeast: 0.555,
    caseGap: 6.168,
    caseLosses: -7.334,
    passageHeld: 1.961,
    passageGap: -3.515,
    unknownShare: -0.642,
    definitionMissing: -0.864,
    termBroken: 0.414,
    yesNo: 0.701,
    pairsHeld: -0.738,
    missingButNear: -7.0,
    exactButOne: -14.175,
  },
};

export const WORDS_ONLY_WEIGHTS: SupportWeights = {
  bias: -1.458,
  weights: {
    meaning: -1.602,
    meaningMargin: -0.353,
    passage: 0.0,
    words: 0.782,
    caseMeaning: 1.688,
    ownMargin: 0.146,
    caseSoft: 0.765,
    caseLeast: 0.408,
    caseGap: 0.408,
    caseLosses: 0.0,
    passageHeld: 2.354,
    passageGap: -0.039,
    unknownShare: 0.014,
    definitionMissing: -0.571,
    termBroken: -0.036,
    yesNo: 0.508,
    pairsHeld: -0.218,
    missingButNear: -9.329,
    exactButOne: -0.323,
  },
};
