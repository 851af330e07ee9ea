import type { Clause } from './clause.ts';
import { formulaNote } from '../documents/passage.ts';
import type { LessonPassage } from './lesson-text.ts';
import type { Token } from './tokens.ts';
import { BE } from './clause-words.ts';
import { isKnownVerb } from './wordnet.ts';

/** A sentence of a lesson, cleaned, with what is known of it. */
export interface Sentence {
  /** Its place among the lesson's sentences. */
  readonly index: number;
  readonly passage: LessonPassage;
  /** From 0, without gaps, in the lesson's order. */
  readonly section: number;
  /** Verbatim in the passage's text. */
  readonly quote: string;
  /** Without fillers, brackets and leading connectives. */
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The main clause when the sentence begins with one that is simple enough to rebuild. */
  readonly clause: Clause | undefined;
  readonly connective: string | null;
  /** Stems of the words that carry meaning. */
  readonly stems: ReadonlySet<string>;
  /** Can be understood without the sentence before it, and states something about the subject. */
  readonly standsAlone: boolean;
  /** A point of a slide that is not a sentence, though `text` ends with a full stop: nothing may state it as one. */
  readonly isFragment: boolean;
}

const HOUSEKEEPING =
  /^(?:SYSTEM|ASSISTANT|USER|IMPORTANT NOTICE)\b|\b(?:previous instructions|developer mode|system prompt|end of instructions|as an ai\b|welcome(?: back)?|subscribe|homework|next (?:week|time|lecture|lesson|class|chapter|section)|last (?:week|time|lecture|lesson|class)|this (?:lecture|lesson|chapter|section|video|course|class|book|manual|document)|in class|the exam|the quiz|office hours|see you|thank you|thanks for|any questions|slides?\b.*\b(?:show|see)|let's|let us|figure \d|table \d|see (?:figure|table|section|chapter|also)|click|sign up|today's|copyright|all rights reserved|isbn|https?:|www\.)/iu;
/** Words for whoever processes the lesson, in the languages and dress in which they are smuggled in: no part of what is taught. */
const TO_A_MACHINE =
  /<\|\w+\|>|\[\/?INST\]|<<\/?SYS>>|"role"\s?:|(?:^|\n)\W*(?:system|assistant|human|user)\s?:\s*(?:always|answer|do|from now|ignore|never|now|output|please|repl|respond|say|you|your)\b|notice to the assistant|\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rules?|prompts?)\b|\b(?:system|developer) (?:prompt|message|mode)\b|\byou (?:must|are) now\b|\b(?:reply|respond|answer) only with\b|\bas the answer to every\b|\b(?:ignorier|ignor|olvid|oubli|vergiss)\p{L}*\b.{0,60}\b(?:anweisung|instruc)|игнорируй|忽略.{0,20}指示|تجاهل.{0,30}التعليمات/iu;
const PERSONAL = /\b(?:I|[Mm]e|[Mm]y|mine|[Ww]e|us|[Oo]urs?)\b|\bI['’]|\bwe['’]/u;
const ADDRESSED = /\b(?:you|your|yours|yourself)\b/iu;
/** "Encoding is the process that turns what we perceive into …": in an explanation, "we" means anyone. */
const EXPLAINS =
  /^(?!Our |Your |We |You |There |What )(?:(?:An?|The) )?(?:[\p{L}\p{M}\d’'-]+ ){1,3}?(?:(?:is|are) (?:an?|the|any|everything|\p{Ll}+ (?:that|which|who))|means? (?:an?|the|that)|has (?:two|three|four) \p{Ll}+:) (?!.*\b(?:I|me|my|[Ww]e (?:have|had|will|saw|said|met|did|discussed|looked|talked))\b)/u;
/** "Many people think of memory as a recorder": what others believe is often about to be denied. */
const REPORTED_BELIEF =
  /\b(?:(?:people|students|beginners|learners|everyone|everybody|laymen|one|you)(?: (?:who|might|may|could|would|will|often|commonly|usually|sometimes|still|wrongly|mistakenly)){0,3} (?:think|thinks|thought|believe|believes|believed|assume|assumes|assumed|suppose|imagine|say)|(?:is|are|was|were) (?:often|commonly|widely|sometimes|popularly|usually|wrongly|mistakenly) (?:said|thought|believed|assumed|imagined|supposed|claimed)|(?:common|frequent|popular|widespread|usual|classic) (?:mistakes?|misconceptions?|errors?|myths?|beliefs?|misunderstandings?|fallac(?:y|ies)))\b/iu;
const DANGLING_START =
  /^(?:it|its|they|their|he|his|she|her|him|them|this|that|these|those|(?:\w+ )?such|(?:nobody|no one|everyone) (?:was|had|did|could)|the \p{Ll}+ (?:itself|themselves)|the \p{Ll}+ (?:behind|about|around|between) (?:it|them)|(?:so|nor) (?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|may|might|must|should)|whether any|both|neither|either|here|another|(?:if|when) that (?:\w+)|others?|one|ones|none|(?:some|many|each|few|several|all|most|much)(?= (?:are|is|were|was|have|has|can|will|of (?:them|these|those)))|what|which|who|the (?:other|former|latter|same|first(?! (?:successful|known|recorded|modern|practical|commercial|public)\b)|second|third|last|next|result|consequence|relationship|downside|reason|other\s\w+)|(?:\w+ )?(?:years?|days?|weeks?|months?|decades?|centuries|hours?) (?:later|earlier|before|after|ago))\b(?!\s+(?:of|law|world|industrial|french)\b)/iu;
const LOOSE_POINTER =
  /\b(?:this|these|those|(?:of )?the (?:two|three|four|five)(?=[.,;:]| (?:is|are|was|were|has|have|had|can)\b)|such an?|the (?:former|latter|following)|the (?:rule|principle)(?=[.,]| (?:does|may|also|applies)\b)|the (?:problem|process|task|question|idea|difference|solution|step)(?=[.,]| (?:by|with|was|is|in)\b(?! which\b))|(?:of|with|for|from|in|at|on) that (?!is\b)|as follows|(?:as|shown|described|listed|mentioned|given|discussed|noted|seen|than anything) (?:\w+ )?(?:above|below)|the (?:previous|preceding) (?:examples?|slides?|figures?|code|functions?)|the above|aforementioned|the (?:opposite|same) (?:effect|result|way|reason|thing|applies)|the (?:reverse|opposite|same)(?=[.,]| is\b| holds\b)|earlier|later on|previously|the (?:other|others)|(?:do|does|did|doing) (?:so|it)|likewise|here|herein|thereof)\b/iu;
const IMPERATIVE =
  /^(?:delete|reveal|reply|always|never|do|ensure|consider|imagine|suppose|let|note|notice|remember|recall|think|look|see|take|try|use|make sure|please|don't|do not|assume|ignore|write|read|open|type|enter|press|run|install|compare|go|come|give|send|say|tell|forget|check|choose|select|keep|be)\b(?! (?:is|are|was|were|means|has|can|refers)\b)/iu;
/** Brackets or verbatim text were lost where a sentence stops at such a word. */
const ENDS_MIDWAY =
  /\b(?:be|is|are|was|were|the|a|an|of|to|and|or|may|can|will|must|should|with|from|for|as|have|has|if|when|where|that|which|whether|than|while|because|although|unless|until|e\.g|i\.e)[."”’']*$/iu;
const LEADING_LAST_WORD =
  /\b(?:use|uses|form|lines?|commands?|calls?|syntax|expressions?|statements?|following|way|by|like|using|via|examples?)$/iu;
/** "Because they need the same part.": the answer to a question. */
const REASON_ALONE = /^because\b[^,;]*\.$/iu;
/** "… comes at around 830.", "… found about four.": of something in an earlier sentence. */
const NUMBER_ALONE =
  /\b(?:around|about|roughly|nearly|approximately) (?:(?!1\d{3}\b|20\d\d\b)\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten)\.$/iu;
const BARE_PRONOUN = /\b(?:he|she|him|they|them|it)\b/iu;

/** Why a sentence cannot be used by itself, or null when it can. */
export function whyUnusable(
  text: string,
  tokens: readonly Token[],
  clause: Clause | undefined,
): 'question' | 'housekeeping' | 'personal' | 'dangling' | 'broken' | null {
  if (/\?["'”’]?$/u.test(text)) return 'question';
  // "C: temperate climates, whose …" is an item of a list.
  if (!hasWords(text, tokens, clause) || /^\p{L}{1,2}: /u.test(text)) return 'broken';
  // "Most people say no": answers an earlier question.
  if (/\b(?:says?|said|answers?|answered) (?:yes|no)\b/iu.test(text)) return 'dangling';
  if (isHousekeeping(text) || isOrder(text)) return 'housekeeping';
  if (isPersonal(text)) return 'personal';
  if (
    [DANGLING_START, LOOSE_POINTER, REPORTED_BELIEF, REASON_ALONE, NUMBER_ALONE].some((pattern) =>
      pattern.test(text),
    )
  )
    return 'dangling';
  if (endsWithPointer(tokens) || hasLooseObject(tokens, clause)) return 'dangling';
  return null;
}

/** "… can exploit that worst case": without a verb behind it, "that" points back. */
function endsWithPointer(tokens: readonly Token[]): boolean {
  // "Where the bed is that warm, …": how warm was said before.
  const isDegree = tokens.some(
    ({ lower }, index) =>
      lower === 'that' &&
      BE.has(tokens[index - 1]?.lower ?? '') &&
      tokens[index + 1]?.pos === 'ADJ' &&
      /^[,.]$/u.test(tokens[index + 2]?.text ?? ''),
  );
  if (isDegree) return true;
  const at = tokens.findLastIndex((token) => token.lower === 'that');
  return (
    at > 0 &&
    !tokens
      .slice(at + 1)
      .some((token) => token.pos === 'VERB' || token.pos === 'AUX' || isDoubtfulVerb(token))
  );
}

/** True where a sentence organises the lesson, or speaks to whoever processes it: nothing in it is taught. */
export function isHousekeeping(text: string): boolean {
  return HOUSEKEEPING.test(asPlainLetters(text)) || speaksToMachine(text);
}

/** True where the text gives orders to a program that reads along. */
export function speaksToMachine(text: string): boolean {
  return TO_A_MACHINE.test(asPlainLetters(text));
}

/** Full-width letters and the like as plain ones: dressed up so, an order is still an order. */
const asPlainLetters = (text: string): string => text.normalize('NFKC');

/** True where the text instructs its reader: "Check that …", "Be sure to …". */
export function isOrder(text: string): boolean {
  return IMPERATIVE.test(asPlainLetters(text));
}

/**
 * True where a printed sentence leads to something that was left out: a list, a formula, a line of code.
 * It ends with a colon, or without any stop on a word such as "form" or "commands", or contains the note of a formula that
 * cannot be read.
 */
export function leadsOn(quote: string): boolean {
  return /[:,;–—-]["'”’)]*$/u.test(quote) || LEADING_LAST_WORD.test(quote) || quote.includes(formulaNote);
}

/** True where the text speaks to its reader or listener. */
export function addressesReader(text: string): boolean {
  return ADDRESSED.test(text) && !EXPLAINS.test(text);
}

/** True where the text points at something that is elsewhere: "this problem", "the latter", "as above". */
export function pointsElsewhere(text: string): boolean {
  return DANGLING_START.test(text) || LOOSE_POINTER.test(text);
}

/** True where a text contains "it", "they" and the like: who is meant must be looked for. */
export function hasBarePronoun(text: string): boolean {
  return BARE_PRONOUN.test(text);
}

export function isPersonal(text: string): boolean {
  return PERSONAL.test(text) && !EXPLAINS.test(text);
}

function hasWords(text: string, tokens: readonly Token[], clause: Clause | undefined): boolean {
  const words = tokens.filter((token) => /\p{L}/u.test(token.text)).length;
  const symbols = (text.match(/[{}<>=\\|_*#~^[\]@$]|\d[\d,.]*/gu) ?? []).length;
  const quotes = (text.match(/["“”]/gu) ?? []).length;
  return (
    words >= 4 &&
    words <= 60 &&
    /^["“'‘]?[\p{Lu}\d]/u.test(text) &&
    /\.["”'’]?$/u.test(text) &&
    symbols <= words &&
    quotes % 2 === 0 &&
    !/[{}<>=\\|]|[$%]\p{L}|--|:\p{L}|\*/u.test(text) &&
    !ENDS_MIDWAY.test(text) &&
    (clause !== undefined ||
      tokens.some(
        (token, index) => index > 0 && (token.pos === 'VERB' || token.pos === 'AUX' || isDoubtfulVerb(token)),
      ))
  );
}

/** Tagged a noun, but "matters" and "gains" may be the verb of a sentence that seems to have none. */
function isDoubtfulVerb(token: Token): boolean {
  return token.pos === 'NOUN' && /[^su]s$/u.test(token.lower) && isKnownVerb(token.lower.replace(/s$/u, ''));
}

/** "A table can find it quickly": an object pronoun cannot mean the subject, and nothing else is named before it. */
function hasLooseObject(tokens: readonly Token[], clause: Clause | undefined): boolean {
  const at = tokens.findIndex((token) => /^(?:it|them|him)$/u.test(token.lower));
  if (at < 1 || !clause || at < clause.restStart) return false;
  const before = tokens[at - 1];
  // "find it hard to …": nothing is meant by "it".
  if (tokens[at + 1]?.pos === 'ADJ' && ['to', 'that'].includes(tokens[at + 2]?.lower ?? '')) return false;
  if (before?.pos !== 'VERB' && before?.pos !== 'ADP') return false;
  return (
    !tokens.slice(clause.restStart, at).some((token) => token.pos === 'NOUN' || token.pos === 'PROPN') &&
    clause.subjectEnd - clause.subjectStart <= 4
  );
}
