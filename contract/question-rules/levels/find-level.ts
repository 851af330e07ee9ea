import type { BloomLevel } from '#contract/quizzes.ts';
import type { CheckedQuestion, ReadQuestion } from '../checks/checked-question.ts';
import { boundQuestion, listSentences } from '../checks/question-text.ts';
import { containment, contentStems, listWords } from '../words.ts';

/**
 * Words that tell the level of a task or question in the revised Bloom taxonomy (Anderson and Krathwohl, A Taxonomy for
 * Learning, Teaching, and Assessing, 2001), as verbs of tasks and as forms of questions.
 */

const VERBS: readonly (readonly [BloomLevel, string])[] = [
  [
    'create',
    'compose|construct|create|design|develop|devise|draft|formulate|generate|invent|make up|modify|plan|produce|propose|sketch|write',
  ],
  [
    'evaluate',
    'appraise|argue|critically \\p{L}+|assess|choose|comment on|conclude|critici[sz]e|critique|debate|decide|defend|evaluate|judge|justify|prioriti[sz]e|rank|recommend|support|take a position|weigh',
  ],
  [
    'analyze',
    'analy[sz]e|break down|categori[sz]e|compare|connect|contrast|deduce|diagram|differentiate|distinguish|examine|infer|investigate|organi[sz]e|relate|trace',
  ],
  [
    'apply',
    'apply|calculate|compute|convert|demonstrate|derive|determine|estimate|implement|perform|predict|prepare|show how|solve|suppose|use|using',
  ],
  [
    'understand',
    'clarify|classify|describe|discuss|explain|give (?:an|one|two|three) examples?|illustrate|interpret|outline|paraphrase|restate|summari[sz]e|translate',
  ],
  ['remember', 'define|identify|label|list|locate|match|name|quote|recall|recite|repeat|state'],
];

/** Verbs in the place of a task: at the start, after a link or a comma; "the design of" is not a task. */
const TASKS = VERBS.map(
  ([level, verbs]) =>
    [
      level,
      new RegExp(
        `(?:^|[.:;,?!–—] ?(?:and |then |or )?|\\b(?:and|then|please|how would you|how could you|how can you|you should|you must) )(?:(?:briefly|carefully|clearly|correctly|fully) )?(?:${verbs})\\b`,
        'iu',
      ),
    ] as const,
);

/** The highest level among the tasks a text sets; undefined when it sets none. */
function findTaskLevel(text: string): BloomLevel | undefined {
  return TASKS.find(([, pattern]) => pattern.test(text))?.[0];
}

/** Questions that only ask for something new, or for a judgement. */
const CREATES =
  /\bhow (?:would|could|might) you (?:design|construct|devise|modify|improve|test|build|create)\b|\bwhich (?:\p{L}+ ){0,3}(?:design|plan|proposal|hypothesis|experiment|procedure|study) (?:would|could|should)\b|\bwhat (?:plan|design|experiment|hypothesis|procedure) (?:would|could|should)\b|\b(?:new|original) (?:design|plan|hypothesis|experiment|product|model)\b[^?]{0,80}\b(?:would|could|should)\b/iu;

const JUDGES =
  /\bto what extent\b|\bhow (?:convincing|valid|reliable|sound|persuasive|credible|well founded|justified|successful|effective)(?:ly)?\b|\b(?:best|better|strongest|stronger|weakest|main|most serious|most convincing|most valid|most persuasive) (?:\p{L}+ )?(?:argument|evidence|justification|criticism|critique|objection|defen[cs]e|weakness|strength|reason (?:for|to) (?:prefer|choos|reject|accept)\p{L}*)\b|\bbest (?:supports?|justif(?:y|ies)|refutes?|defends?)\b|\bmost (?:convincing|persuasive|valid|credible|reliable|justified|defensible|effective|suitable|efficient)\b|\bwould be (?:preferable|the better choice|the best choice)\b|\bshould (?:be )?(?:prefer|recommend|judge|reject|prioriti[sz]e)\p{L}*\b|\b(?:better|best|fairer|worse) (?:test|choice|measure|solution|estimate|source|policy|strategy)\b|\b(?:judge|justif(?:y|ies|ied)|critici[sz]e|criterion|criteria for judging|flaw in the|weakness (?:of|in) the)\b/iu;

const ANALYZES =
  /\b(?:differs?|differed|differences?|different from|distinguish(?:es|ed)?|sets? (?:\p{L}+ ){1,4}apart|separates? (?:\p{L}+ ){1,4}from|(?:premise|opinion|fact|cause|conclusion|assumption)s? rather than|compares?|compared (?:with|to)|contrasts?|in common|similarit(?:y|ies)|relationships?|relates?|related|connection between|interact|underl(?:ies|ying)|assum(?:es|ed|ption|ptions)|infer(?:red|ence)?|deduced?|inconsistent|contradicts?|evidence for|pattern|motive|bias|most likely (?:explains?|explanation|cause of|reason)|(?:can|could) be concluded|conclusions? (?:can|could|follows?|is supported)|best explains? (?:the|this|these) (?:results?|data|observations?|findings?|outcome|difference))\b/iu;

/** A calculation: the task by name, or figures in the stem with a figure to find. */
const CALCULATES =
  /\b(?:calculate|compute|solve|work out|simplify|convert|how (?:much|many|far|fast|long)|what is the (?:value|mean|median|average|sum|product|total|probability|speed|velocity|acceleration|force|mass|density|current|voltage|resistance|rate|cost|price|profit|area|volume|dose|percentage|concentration|molarity|elasticity|derivative|integral|output|result))\b/iu;

const APPLIES =
  /\b(?:what|how) (?:would|should) (?:you|the|an?|happen)\b|\bwhat (?:would|will) (?:you |be |most likely )?(?:happen|expect|result|the (?:effect|result|output|outcome))\b|\bwhat (?:should|would) (?:\p{L}+ ){1,4}(?:do|use|choose|expect|conclude|predict)\b|\bwhat (?:does|will) (?:this|the following|the) (?:code|program|function|query|script|statement) (?:print|output|return|produce)\b|\bin which (?:situation|case|scenario|of these (?:situations|cases))\b|\bwhich (?:\p{L}+ ){0,3}(?:situation|scenario|case)s?\b|\b(?:which|what) (?:\p{L}+ ){0,3}(?:action|intervention|step|treatment|method|formula|test|rule|technique|strategy|tool|structure) (?:should|would)\b|\b(?:next|first|priority) (?:action|step|intervention)\b|\bmost appropriate\b|\b(?:uses?|used|written|punctuated|formed|applied) (?:\p{L}+ ){0,3}correctly\b/iu;

const UNDERSTANDS =
  /\bwhy\b|\bin (?:what|which) (?:ways?|sense|respects?)\b|\bmeans? (?:when|by)\b|\bhow (?!many|much|old|long|often|far|tall|high|big|large|fast|is \p{L}+ (?:defined|called|spelled|abbreviated|written))\p{L}+|\bwhat (?:happens|happened|causes?|caused|makes?|made|allows?|allowed|enables?|prevents?|leads?|led|results?|resulted|follows?)\b|\b(?:effects?|consequences?|results?|reasons?|causes?|significance|importance|implications?|main idea|central idea|main point|gist) (?:of|for|that|on|from|when)\b|\b(?:explains?|illustrates?|summari[sz]es?|interprets?|paraphrases?|exemplif(?:y|ies)|restates?|shows? that|impl(?:y|ies)|suggests?|(?:is|are) meant by|means? (?:by|that|when|for)|analogy|analogous|best describes?|in (?:your|other) own words|other words|examples? of)\b/iu;

/** Questions about what a student only has to remember: names, terms, dates, places, numbers, definitions. */
const RECALLS =
  /^(?:who\b|whom\b|whose\b|when (?:did|was|were|is|do|does)\b|where\b|(?:in|on|at|during|by|from|to|for) (?:which|what) (?:\p{L}+ ){0,2}(?:year|century|decade|month|day|date|city|country|place|continent|organ|organelle|temperature|age|unit|layer|part|phase|stage|region|state|war|book)\b|what (?:name|term|word|year|date|colou?r|percentage|number|unit|symbol|abbreviation|letters?)\b|which (?:name|term|word|year|date|number|unit|symbol|person|scientist|country|city|author|king|queen|president|element|gas|organ|organelle|hormone|enzyme|vitamin|mineral|planet|bone|nerve|muscle|cell|pigment|law|theorem|language|company|command|keyword|operator|port|protocol)\b|how (?:many|much|old|long|often|far|tall|high|big|large|fast) \b|what (?:is|are|was|were) (?:the )?(?:name|term|capital|formula|symbol|definition|unit|abbreviation|title|date|year|location|number|colou?r)\b|what does (?:the (?:abbreviation|acronym|symbol) )?\p{L}+ stand for)|\b(?:called|named|known as|defined as|abbreviated)(?: in \p{L}+)?\s?[?:]?$/iu;

/** What only reports what was said: a law's wording, a person's claim, what a thing does, the order of given steps. */
const REPORTS =
  /^what (?:do|does|did) [^?]{1,120}?\b(?:do|state|say|argue|claim|show|find|discover|hold|propose|prove|report|contain|include|consist of|produce|use|store|carry|measure|mean(?! (?:when|by|to)\b))\b|^what (?:is|are|was|were) [^?]{1,80}\bused (?:for|to)\b|^what (?:is|are|was|were) the (?:main )?(?:role|function|purpose|job|task|aim|goal)s?\b|\bwhich (?:of these |of the following )?(?:steps?|events?|stages?|phases?)[^?]{0,40}\b(?:comes?|came|happens?|happened|occurs?|follows?|is) (?:the )?(?:directly |immediately |right )?(?:after|before|first|last|next|second|third|earliest|latest)\b/iu;

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
