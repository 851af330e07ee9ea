import { isStopWord, listWords, stemWord } from '#contract/question-rules/words.ts';
import type { AnswerSentence } from './list-sentences.ts';
import { plainQuestion } from './read-question.ts';

/** Why lessons cannot answer a question. */
export type OutsideReason = 'command' | 'opinion' | 'organisation' | 'judgement';

/** Orders to the assistant: data like the rest of the question, with nothing to look up. */
const COMMAND =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|rules?|lessons?|prompts?|above|previous|everything|context|sources?)\b|\b(?:system prompt|api keys?|passwords?|your instructions|developer mode|jailbreak|secrets?|credentials)\b|^(?:system|assistant|developer)\s?:|\byou are (?:now|no longer)\b|\b(?:pretend|act as|role ?play|roleplay|from now on)\b|^(?:write|delete|remove|print|output|repeat|translate|reveal|execute|run|send|email|sing|compose|generate|reply|respond|say|drop|disable|enable|book|order|buy|open|call)\b|\b(?:tell me a joke|write (?:me )?(?:a|an|some))\b/u;
/** What the one who is asked likes or thinks. */
const OPINION =
  /\b(?:do you (?:think|like|love|hate|believe|prefer|agree|feel|recommend|enjoy|want)|would you (?:say|rather|prefer|recommend)|you (?:think|like|prefer|recommend|personally)|your (?:opinion|favou?rite|view|thoughts?|take)|are you\b)/u;
/** A judgement, or what ought to be: answered only where the lesson makes it in these words. */
const JUDGEMENT =
  /\b(?:best|worst|nicer|nicest|favou?rite|(?:most|more|less|least) (?:interesting|beautiful|important|boring|useful|fun|enjoyable|impressive|exciting)|boring|beautiful|overrated|underrated|immoral|morally|moral|ethical|ethically|fair|unfair|worth|agree|ugly|stupid|silly|awful|wonderful|hero|villain|waste of|better than|better person|greatest|smartest|coolest|pretti(?:er|est)|(?:easiest|hardest|nicest) (?:lesson|topic|lecture|part|course)|deserved?s?|justified|evil|(?:good|bad|right|great) (?:thing|idea|person|man|woman|deed))\b|^(?:and |but |so )?should (?:we|the|there|people|governments?|society|it|all|every\p{L}*|schools?|students)\b/gu;
/** Words about how a course is run. */
const ORGANISATION =
  /\b(?:exams?|examinations?|midterms?|quiz(?:zes)?|graded?|grades|grading|seminars?|tutors?|tutorials?|office hours?|deadlines?|homework|assignments?|syllabus|attendance|enrol\p{L}*|semesters?|credits|professors?|lecturers?|retake|resit|reading list|slides|timetable|lecture hall|classroom|open[ -]book|term paper|coursework|passing grade|textbook|zoom|moodle|teaching assistant|certificate|cheat sheet|lab report|lecture notes|(?:what time|what room|which room|when|where) (?:is|are|does|do|will) (?:the|our|my|this|next|today['’]s) (?:\w+ )?(?:lectures?|class(?:es)?|course|lab|meeting)|(?:get|ask for) an extension|on the (?:final )?test|hand(?:ed)? in|(?:do|must|can|will|should) i (?:need to |have to )?(?:pass|fail|submit|attend|register)|need to pass|(?:fail|pass) (?:the|this) (?:course|class|module))\b/gu;

/**
 * Distinguishes orders, course logistics and matters of taste from questions about what is taught. A word that one
 * of the best sentences holds is taught after all: an ethics lesson may say what is morally right, a lecturer when homework
 * is due.
 * @param nearest the sentences that come nearest to the question
 */
export function whyOutside(text: string, nearest: readonly AnswerSentence[]): OutsideReason | undefined {
  const plain = plainQuestion(text);
  if (COMMAND.test(plain)) return 'command';
  if (OPINION.test(plain)) return 'opinion';
  if (isUnheld(plain, ORGANISATION, nearest)) return 'organisation';
  if (isUnheld(plain, JUDGEMENT, nearest)) return 'judgement';
  return undefined;
}

/**
 * Whether a question is none for lessons. What is read as matter of taste, or of how a course is run, may be taught all the
 * same ("why can the worst burns be painless?"): a sentence that the judge takes for its answer proves it.
 * @param surest log-odds that the likeliest sentence answers; undefined where no model judged
 */
export function isOutsideLessons(
  text: string,
  nearest: readonly AnswerSentence[],
  surest: number | undefined,
): boolean {
  const reason = whyOutside(text, nearest);
  if (reason === undefined) return false;
  return reason === 'command' || reason === 'opinion' || surest === undefined || surest <= 0;
}

/** There are such words, and no sentence holds all of one of them. */
function isUnheld(plain: string, words: RegExp, nearest: readonly AnswerSentence[]): boolean {
  const matches = [...plain.matchAll(words)];
  return (
    matches.length > 0 &&
    !matches.some(([match]) => {
      const stems = listWords(match)
        .filter((word) => !isStopWord(word) && word.length > 1)
        .map(stemWord);
      return nearest.some((sentence) => stems.every((stem) => sentence.stems.has(stem)));
    })
  );
}
