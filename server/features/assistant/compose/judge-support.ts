import { SUPPORT_SIGNALS, type SupportSignals, type SupportSignal } from './support-signals.ts';

/**
 * How likely it is that the passages answer the question, as a log-odds: 0 or more is enough to answer. A logistic
 * regression, since its weights can be read, it was fitted on a few hundred questions without learning them by heart, and
 * nothing else that was tried did better on lessons it had not seen (docs/decisions/0028-when-lessons-do-not-answer.md).
 */
export function judgeSupport(signals: SupportSignals, isJudged: boolean): number {
  const { bias, weights } = isJudged ? SUPPORT_WEIGHTS : WORDS_ONLY_WEIGHTS;
  return SUPPORT_SIGNALS.reduce((sum, name) => sum + weights[name] * signals[name], bias);
}

interface SupportWeights {
  readonly bias: number;
  readonly weights: Readonly<Record<SupportSignal, number>>;
}

/*
 * Fitted by logistic regression on questions over the lessons in `server/language/testing/lessons`, and on the lessons that the answer judge was not trained on; never on the questions of the
 * evaluation. The threshold is part of the bias: it lets pass all but a twentieth of the answerable questions about a lesson
 * that was left out of the fitting. Fitted with the judge's last weights; those shipped are their mean with the weights before
 * (docs/decisions/0031-a-judge-trained-for-lectern.md).
 */
const SUPPORT_WEIGHTS: SupportWeights = {
  bias: 0.025,
  weights: {
    meaning: -0.998,
    meaningMargin: 1.155,
    passage: 0.943,
    words: -0.906,
    caseMeaning: 2.215,
    ownMargin: -0.042,
    caseSoft: 0.712,
    caseLeast: -0.352,
    caseGap: -1.645,
    caseLosses: -4.098,
    passageHeld: 1.059,
    passageGap: 0.171,
    unknownShare: -0.146,
    definitionMissing: 0.143,
    termBroken: -0.27,
    yesNo: 0.151,
    pairsHeld: 0.11,
    missingButNear: -1.125,
    exactButOne: 1.045,
    judged: 0.464,
    judgedThree: 0.243,
    judgedMargin: 0.083,
  },
};

const WORDS_ONLY_WEIGHTS: SupportWeights = {
  bias: -0.34,
  weights: {
    meaning: -0.763,
    meaningMargin: -2.481,
    passage: 0.0,
    words: 0.444,
    caseMeaning: 4.553,
    ownMargin: -2.291,
    caseSoft: 0.302,
    caseLeast: 0.842,
    caseGap: -0.073,
    caseLosses: 0.0,
    passageHeld: 0.51,
    passageGap: 0.163,
    unknownShare: -0.739,
    definitionMissing: 0.035,
    termBroken: -0.131,
    yesNo: 0.098,
    pairsHeld: 0.045,
    missingButNear: -7.296,
    exactButOne: 0.098,
    judged: 0.0,
    judgedThree: 0.0,
    judgedMargin: 0.0,
  },
};
