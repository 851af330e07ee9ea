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
  bias: -3.908,
  weights: {
    meaning: 0.066,
    meaningMargin: 2.943,
    passage: 2.211,
    words: -0.364,
    caseMeaning: 2.114,
    ownMargin: 2.898,
    caseSoft: 1.397,
    caseLeast: 0.499,
    caseGap: 6.004,
    caseLosses: -7.092,
    passageHeld: 1.95,
    passageGap: -3.205,
    unknownShare: -0.566,
    definitionMissing: -0.849,
    termBroken: 0.402,
    yesNo: 0.705,
    pairsHeld: -0.774,
    missingButNear: -7.031,
    exactButOne: -14.057,
  },
};

export const WORDS_ONLY_WEIGHTS: SupportWeights = {
  bias: -1.351,
  weights: {
    meaning: -1.491,
    meaningMargin: -0.543,
    passage: 0.0,
    words: 0.697,
    caseMeaning: 1.49,
    ownMargin: 0.424,
    caseSoft: 0.761,
    caseLeast: 0.465,
    caseGap: 0.374,
    caseLosses: 0.0,
    passageHeld: 2.309,
    passageGap: -0.02,
    unknownShare: -0.053,
    definitionMissing: -0.589,
    termBroken: -0.032,
    yesNo: 0.494,
    pairsHeld: -0.222,
    missingButNear: -9.743,
    exactButOne: -0.297,
  },
};
