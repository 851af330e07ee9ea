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
  bias: -4.107,
  weights: {
    meaning: -0.557,
    meaningMargin: 2.569,
    passage: 1.961,
    words: -0.314,
    caseMeaning: 3.26,
    ownMargin: 2.726,
    caseSoft: 1.319,
    caseLeast: 0.532,
    caseGap: 6.261,
    caseLosses: -5.656,
    passageHeld: 2.244,
    passageGap: -3.528,
    unknownShare: -0.486,
    definitionMissing: -0.265,
    termBroken: -0.067,
    yesNo: 0.763,
    pairsHeld: -0.836,
    missingButNear: -6.687,
    exactButOne: -11.967,
  },
};

export const WORDS_ONLY_WEIGHTS: SupportWeights = {
  bias: -1.294,
  weights: {
    meaning: 0.108,
    meaningMargin: -1.402,
    passage: 0.0,
    words: 1.026,
    caseMeaning: 1.195,
    ownMargin: 0.401,
    caseSoft: 0.646,
    caseLeast: 0.51,
    caseGap: 0.412,
    caseLosses: 0.0,
    passageHeld: 1.908,
    passageGap: -0.091,
    unknownShare: 0.01,
    definitionMissing: -0.125,
    termBroken: -0.468,
    yesNo: 0.467,
    pairsHeld: -0.264,
    missingButNear: -8.681,
    exactButOne: -0.227,
  },
};
