import { containment, contentStems, listWords } from '../words.ts';
import type { CheckedQuestion, Flaw } from './checked-question.ts';
import { isEnglish, listSentences, quoteText, stemFlaw } from './question-text.ts';

/**
 * Criteria on essay prompts, after the guidance common to textbooks on testing (Nitko and Brookhart, Educational Assessment
 * of Students; Reiner et al., Preparing Effective Essay Questions, 2002): name one task that takes sentences to answer.
 */

const PLAIN_VERBS =
  'calculate|choose|determine|estimate|give|identify|list|make|name|present|report|show|state|take|use|using';
const REASONING_VERBS =
  `analy[sz]e|appraise|apply|argue|assess|clarify|classify|comment|compare|compose|conclude|connect|consider|
  construct|contrast|create|critique|critici[sz]e|debate|decide|deduce|defend|define|demonstrate|derive|describe|design|develop|
  devise|diagram|differentiate|discuss|distinguish|draft|draw|elaborate|evaluate|examine|explain|explore|formulate|illustrate|
  imagine|infer|interpret|investigate|judge|justify|outline|plan|predict|prepare|propose|prove|rank|recommend|reflect|relate|
  respond|review|sketch|solve|suggest|suppose|summari[sz]e|support|trace|weigh|write`.replace(/\s+/gu, '');
const TASK_VERBS = `${PLAIN_VERBS}|${REASONING_VERBS}`;
const TASK = new RegExp(
  `(?:^|[,;:—–-] ?(?:then |and )?|\\b(?:and|then|to|please|should|must) )(?:${TASK_VERBS})\\b`,
  'iu',
);
const OPEN_QUESTION = /\b(?:why|how|what|which|to what extent|in what (?:way|sense|circumstances)s?)\b/iu;

/** An essay prompt must name a task, or ask an open question. */
export function findMissingTask(question: CheckedQuestion): Flaw | null {
  if (question.type !== 'essay') return null;
  const prompt = question.text.trim();
  const words = listWords(prompt);
  const hasTask = listSentences(prompt).some((sentence) => TASK.test(sentence));
  const asks =
    /[?？؟]/u.test(prompt) && (OPEN_QUESTION.test(prompt) || findClosedQuestion(prompt) !== undefined);
  if (
    (words.length >= 2 && (hasTask || asks)) ||
    (words.length > 0 && !isEnglish(prompt) && words.length >= 3)
  )
    return null;
  return stemFlaw(
    'essay_no_task',
    prompt === '' ? [] : [prompt],
    'The prompt sets no task. Say what to do, for example explain, compare or evaluate, and with what.',
  );
}

const YES_OR_NO =
  /^(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|must|may|might)\b[^?]{0,300}\?/iu;
const ONE_WORD =
  /^(?:(?:who|whom|whose|when|where|how (?:many|much|old|long|far|often)|(?:in|on|at) (?:which|what)|which|what (?:year|date|country|city|name|number|percentage|colou?r))\b[^?]{0,300}\?|(?:name|state|give) (?:the|a|an|one) (?:year|date|name|place|city|country|capital|number|author|inventor|formula|symbol|unit|term|word|colou?r|person|value)\b)/iu;
const OPENS_UP = new RegExp(
  `\\b(?:why|how|to what extent|evidence|reasons?|examples?|${REASONING_VERBS})\\b`,
  'iu',
);

/** The question of a prompt that takes no more than a word, unless what is around it opens it up. */
function findClosedQuestion(prompt: string): string | undefined {
  const sentences = listSentences(prompt);
  const closed = sentences.find((sentence) => YES_OR_NO.test(sentence) || ONE_WORD.test(sentence));
  if (closed === undefined) return undefined;
  const found = (YES_OR_NO.exec(closed) ?? ONE_WORD.exec(closed))?.[0] ?? closed;
  const rest = closed.replace(/^(?:how (?:many|much|old|long|far|often)|name|state|give)\b/iu, '');
  return OPENS_UP.test(rest) || sentences.some((other) => other !== closed && TASK.test(other))
    ? undefined
    : found;
}

/** An essay prompt must not be answerable with yes, no or one word. */
export function findClosedEssay(question: CheckedQuestion): Flaw | null {
  const found = question.type === 'essay' ? findClosedQuestion(question.text.trim()) : undefined;
  return found === undefined
    ? null
    : stemFlaw(
        'essay_closed',
        [found],
        `${quoteText(found)} can be answered in a word. Ask why or how, or ask for reasons and evidence.`,
      );
}

const LINK =
  /\b(?:it|its|they|them|their|he|his|she|her|this|that|these|those|such|each|both|either|the two|your|you|answer|judg(?:e|ement|ment)|evidence|reasons?|examples?|steps?|differences?|similarit(?:y|ies)|results?|case|one|same|other|another|above|view|position|choice|conclusion)\b/iu;
const NEXT_TASK = new RegExp(`(?:[.;?!] |,? and (?:then )?|, (?:then )?)(?=(?:${TASK_VERBS})\\b)`, 'giu');

/** An essay prompt must not set two tasks that have nothing to do with each other: one answer gets no fair mark for both. */
export function findUnrelatedTasks(question: CheckedQuestion): Flaw | null {
  if (question.type !== 'essay') return null;
  const tasks = question.text.trim().split(NEXT_TASK);
  for (const [index, task] of tasks.entries()) {
    const before = contentStems(tasks.slice(0, index).join(' '));
    const topic = topicOf(task);
    if (index === 0 || topic.size < 2 || before.size < 2 || LINK.test(task)) continue;
    if (containment(topic, before) > 0) continue;
    return stemFlaw(
      'essay_unrelated_tasks',
      [task],
      `${quoteText(task)} has nothing to do with what comes before it. Make two questions of it, or say how they hang together.`,
    );
  }
  return null;
}

const OPENING_TASK = new RegExp(`^(?:${TASK_VERBS})\\b`, 'iu');

const topicOf = (task: string): Set<string> => new Set(contentStems(task.replace(OPENING_TASK, '')));
