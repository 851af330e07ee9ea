import type { BloomLevel } from '#contract/quizzes.ts';
import type { CheckedQuestion, ReadQuestion } from '../checks/checked-question.ts';
import { boundQuestion, listSentences } from '../checks/question-text.ts';
import { containment, contentStems, listWords } from '../words.ts';
import {
  ANALYZES,
  APPLIES,
  CALCULATES,
  CREATES,
  findTaskLevel,
  JUDGES,
  RECALLS,
  REPORTS,
  UNDERSTANDS,
} from './level-cues.ts';

/**
 * The level of the revised Bloom taxonomy (Anderson and Krathwohl, 2001) that a question asks for, found without knowing what
 * its writer claims: from the verbs of its task, the form of its question, the form of its key, and whether the lesson has
 * the answer ready. A case that the lesson itself describes is not a new case, so it needs understanding, not applying.
 */
export function findLevel(question: CheckedQuestion): BloomLevel {
  const bounded = boundQuestion(question);
  return bounded.type === 'essay' ? findEssayLevel(bounded) : findChoiceLevel(bounded);
}

function findEssayLevel(question: CheckedQuestion): BloomLevel {
  const prompt = question.text.trim();
  if (/\bto what extent\b|\bdo you agree\b/iu.test(prompt)) return 'evaluate';
  const task = findTaskLevel(prompt);
  if (
    task === 'understand' &&
    ANALYZES.test(prompt) &&
    /\b(?:differ\p{L}*|relationship|compared?)\b/iu.test(prompt)
  )
    return 'analyze';
  return task ?? findQuestionLevel(question);
}

/** Working out what code results in applies the rules of the language. */
const ASKS_WHAT_CODE_GIVES =
  /\b(?:print|output|return|evaluate|value|result|throw|raise|complexity|many times)/iu;

function findChoiceLevel(question: ReadQuestion): BloomLevel {
  const sentences = listSentences(question.text);
  const lastSentence = sentences.at(-1) ?? '';
  if (CREATES.test(lastSentence)) return 'create';
  if (JUDGES.test(lastSentence)) return 'evaluate';
  if (question.code !== '' && ASKS_WHAT_CODE_GIVES.test(question.text) && !/\bwhy\b/iu.test(question.text))
    return 'apply';
  // Answering a supposition requires applying a general rule, even if the lesson gives the outcome.
  const isNewCase = setsCase(sentences) && (SUPPOSES.test(question.text) || !isTold(question));
  if (isCalculation(question)) return 'apply';
  if (ANALYZES.test(lastSentence) && !RECALLS.test(lastSentence)) return 'analyze';
  if (isNewCase) return 'apply';
  if (RECALLS.test(lastSentence) && !setsCase(sentences)) return 'remember';
  return findQuestionLevel(question);
}

/** From the form of the question alone. */
function findQuestionLevel(question: CheckedQuestion): BloomLevel {
  const lastSentence = listSentences(question.text).at(-1) ?? '';
  if (CREATES.test(lastSentence)) return 'create';
  if (JUDGES.test(lastSentence)) return 'evaluate';
  if (ANALYZES.test(lastSentence)) return 'analyze';
  if (REPORTS.test(lastSentence)) return isReworded(question) ? 'understand' : 'remember';
  if (/\bexamples? of\b/iu.test(lastSentence)) return describesCases(question) ? 'apply' : 'understand';
  if (APPLIES.test(lastSentence) && !isTold(question)) return 'apply';
  if (RECALLS.test(lastSentence)) return 'remember';
  if (UNDERSTANDS.test(question.text) || /^(?:because|in order to|by \p{L}+ing)\b/iu.test(keyOf(question)))
    return 'understand';
  // Only a case that the lesson describes gets here.
  if (APPLIES.test(lastSentence)) return 'understand';
  return findTaskLevel(question.text) ?? 'remember';
}

const SUPPOSES = /^(?:suppose|imagine|assume)\b/iu;
const CASE_OPENING =
  /^(?:suppose|imagine|assume|consider|given (?:that|an?)|you (?:are|have|want|need|find|notice|see|observe)|if (?:an?|you|your|the|\d)|when (?:you|an? \p{L}+ (?:notices|finds|wants|needs)))\b/iu;
const ACTING_PERSON =
  /\b(?:\d{1,3}-year-old|patient|client|student|teacher|nurse|doctor|researcher|scientist|engineer|developer|programmer|manager|farmer|shop|company|firm|owner|driver|worker|customer|team|school|hospital|bakery|restaurant|factory|consumer|investor|athlete|baker|child|woman|man|girl|boy|couple|he|she|my|you|your)\b/iu;

/** Whether the stem describes a case: sentences before the question, a supposition, or a person who acts. */
function setsCase(sentences: readonly string[]): boolean {
  const first = sentences[0] ?? '';
  const lead = sentences.slice(0, -1).join(' ');
  if (/^(?:suppose|imagine|assume|consider)\b/iu.test(first)) return true;
  if (
    CASE_OPENING.test(first) &&
    (lead !== '' || /\b(?:would|will|should|could|what|which|how)\b/iu.test(first))
  )
    return true;
  if (lead !== '')
    return ACTING_PERSON.test(lead) || /\d/u.test(lead) || /^(?:an?|two|three|in an?)\s/iu.test(lead);
  if (/^an?\s[^?]{20,}\b(?:what|which|how)\b/iu.test(first) && ACTING_PERSON.test(first)) return true;
  return APPLIES.test(first) && !UNDERSTANDS.test(first);
}

/** Whether the lesson describes this very case and its outcome, so that nothing is applied to a new case. */
function isTold(question: CheckedQuestion): boolean {
  if (question.quote === null) return false;
  const quoted = contentStems(question.quote);
  const key = contentStems(keyOf(question));
  const told = contentStems(question.text.replace(/^suppose that\b|\bwhat would you expect\b[^?]*\?/giu, ''));
  return key.size > 0 && containment(key, quoted) >= 0.95 && containment(told, quoted) >= 0.9;
}

/** Whether the key says in other words what the evidence says. */
function isReworded(question: CheckedQuestion): boolean {
  if (question.quote === null) return false;
  const key = contentStems(keyOf(question));
  return key.size > 2 && containment(key, contentStems(question.quote)) < 0.7;
}

/** A figure to find from figures given. */
function isCalculation(question: CheckedQuestion): boolean {
  const figures =
    question.text.match(/\d+(?:[.,]\d+)*/gu)?.filter((figure) => !/^1[5-9]\d\d$|^20\d\d$/u.test(figure)) ??
    [];
  const isOfFigures =
    /\d/u.test(keyOf(question)) && question.options.every((option) => /\d/u.test(option.text));
  return (
    isOfFigures &&
    figures.length > 0 &&
    (figures.length >= 2 || CALCULATES.test(question.text)) &&
    !isTold(question)
  );
}

/** Options that tell of cases, rather than name things. */
function describesCases(question: CheckedQuestion): boolean {
  const lengths = question.options.map((option) => listWords(option.text).length);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return mean >= 5 && !isTold(question);
}

const keyOf = (question: CheckedQuestion): string =>
  question.options.find((option) => option.is_correct)?.text.trim() ?? '';
