import type { BloomLevel } from '#contract/quizzes.ts';

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
export function findTaskLevel(text: string): BloomLevel | undefined {
  return TASKS.find(([, pattern]) => pattern.test(text))?.[0];
}

/** Questions that only ask for something new, or for a judgement. */
export const CREATES =
  /\bhow (?:would|could|might) you (?:design|construct|devise|modify|improve|test|build|create)\b|\bwhich (?:\p{L}+ ){0,3}(?:design|plan|proposal|hypothesis|experiment|procedure|study) (?:would|could|should)\b|\bwhat (?:plan|design|experiment|hypothesis|procedure) (?:would|could|should)\b|\b(?:new|original) (?:design|plan|hypothesis|experiment|product|model)\b[^?]{0,80}\b(?:would|could|should)\b/iu;

export const JUDGES =
  /\bto what extent\b|\bhow (?:convincing|valid|reliable|sound|persuasive|credible|well founded|justified|successful|effective)(?:ly)?\b|\b(?:best|better|strongest|stronger|weakest|main|most serious|most convincing|most valid|most persuasive) (?:\p{L}+ )?(?:argument|evidence|justification|criticism|critique|objection|defen[cs]e|weakness|strength|reason (?:for|to) (?:prefer|choos|reject|accept)\p{L}*)\b|\bbest (?:supports?|justif(?:y|ies)|refutes?|defends?)\b|\bmost (?:convincing|persuasive|valid|credible|reliable|justified|defensible|effective|suitable|efficient)\b|\bwould be (?:preferable|the better choice|the best choice)\b|\bshould (?:be )?(?:prefer|recommend|judge|reject|prioriti[sz]e)\p{L}*\b|\b(?:better|best|fairer|worse) (?:test|choice|measure|solution|estimate|source|policy|strategy)\b|\b(?:judge|justif(?:y|ies|ied)|critici[sz]e|criterion|criteria for judging|flaw in the|weakness (?:of|in) the)\b/iu;

export const ANALYZES =
  /\b(?:differs?|differed|differences?|different from|distinguish(?:es|ed)?|sets? (?:\p{L}+ ){1,4}apart|separates? (?:\p{L}+ ){1,4}from|(?:premise|opinion|fact|cause|conclusion|assumption)s? rather than|compares?|compared (?:with|to)|contrasts?|in common|similarit(?:y|ies)|relationships?|relates?|related|connection between|interact|underl(?:ies|ying)|assum(?:es|ed|ption|ptions)|infer(?:red|ence)?|deduced?|inconsistent|contradicts?|evidence for|pattern|motive|bias|most likely (?:explains?|explanation|cause of|reason)|(?:can|could) be concluded|conclusions? (?:can|could|follows?|is supported)|best explains? (?:the|this|these) (?:results?|data|observations?|findings?|outcome|difference))\b/iu;

/** A calculation: the task by name, or figures in the stem with a figure to find. */
export const CALCULATES =
  /\b(?:calculate|compute|solve|work out|simplify|convert|how (?:much|many|far|fast|long)|what is the (?:value|mean|median|average|sum|product|total|probability|speed|velocity|acceleration|force|mass|density|current|voltage|resistance|rate|cost|price|profit|area|volume|dose|percentage|concentration|molarity|elasticity|derivative|integral|output|result))\b/iu;

export const APPLIES =
  /\b(?:what|how) (?:would|should) (?:you|the|an?|happen)\b|\bwhat (?:would|will) (?:you |be |most likely )?(?:happen|expect|result|the (?:effect|result|output|outcome))\b|\bwhat (?:should|would) (?:\p{L}+ ){1,4}(?:do|use|choose|expect|conclude|predict)\b|\bwhat (?:does|will) (?:this|the following|the) (?:code|program|function|query|script|statement) (?:print|output|return|produce)\b|\bin which (?:situation|case|scenario|of these (?:situations|cases))\b|\bwhich (?:\p{L}+ ){0,3}(?:situation|scenario|case)s?\b|\b(?:which|what) (?:\p{L}+ ){0,3}(?:action|intervention|step|treatment|method|formula|test|rule|technique|strategy|tool|structure) (?:should|would)\b|\b(?:next|first|priority) (?:action|step|intervention)\b|\bmost appropriate\b|\b(?:uses?|used|written|punctuated|formed|applied) (?:\p{L}+ ){0,3}correctly\b/iu;

export const UNDERSTANDS =
  /\bwhy\b|\bin (?:what|which) (?:ways?|sense|respects?)\b|\bmeans? (?:when|by)\b|\bhow (?!many|much|old|long|often|far|tall|high|big|large|fast|is \p{L}+ (?:defined|called|spelled|abbreviated|written))\p{L}+|\bwhat (?:happens|happened|causes?|caused|makes?|made|allows?|allowed|enables?|prevents?|leads?|led|results?|resulted|follows?)\b|\b(?:effects?|consequences?|results?|reasons?|causes?|significance|importance|implications?|main idea|central idea|main point|gist) (?:of|for|that|on|from|when)\b|\b(?:explains?|illustrates?|summari[sz]es?|interprets?|paraphrases?|exemplif(?:y|ies)|restates?|shows? that|impl(?:y|ies)|suggests?|(?:is|are) meant by|means? (?:by|that|when|for)|analogy|analogous|best describes?|in (?:your|other) own words|other words|examples? of)\b/iu;

/** Questions about what a student only has to remember: names, terms, dates, places, numbers, definitions. */
export const RECALLS =
  /^(?:who\b|whom\b|whose\b|when (?:did|was|were|is|do|does)\b|where\b|(?:in|on|at|during|by|from|to|for) (?:which|what) (?:\p{L}+ ){0,2}(?:year|century|decade|month|day|date|city|country|place|continent|organ|organelle|temperature|age|unit|layer|part|phase|stage|region|state|war|book)\b|what (?:name|term|word|year|date|colou?r|percentage|number|unit|symbol|abbreviation|letters?)\b|which (?:name|term|word|year|date|number|unit|symbol|person|scientist|country|city|author|king|queen|president|element|gas|organ|organelle|hormone|enzyme|vitamin|mineral|planet|bone|nerve|muscle|cell|pigment|law|theorem|language|company|command|keyword|operator|port|protocol)\b|how (?:many|much|old|long|often|far|tall|high|big|large|fast) \b|what (?:is|are|was|were) (?:the )?(?:name|term|capital|formula|symbol|definition|unit|abbreviation|title|date|year|location|number|colou?r)\b|what does (?:the (?:abbreviation|acronym|symbol) )?\p{L}+ stand for)|\b(?:called|named|known as|defined as|abbreviated)(?: in \p{L}+)?\s?[?:]?$/iu;

/** What only reports what was said: a law's wording, a person's claim, what a thing does, the order of given steps. */
export const REPORTS =
  /^what (?:do|does|did) [^?]{1,120}?\b(?:do|state|say|argue|claim|show|find|discover|hold|propose|prove|report|contain|include|consist of|produce|use|store|carry|measure|mean(?! (?:when|by|to)\b))\b|^what (?:is|are|was|were) [^?]{1,80}\bused (?:for|to)\b|^what (?:is|are|was|were) the (?:main )?(?:role|function|purpose|job|task|aim|goal)s?\b|\bwhich (?:of these |of the following )?(?:steps?|events?|stages?|phases?)[^?]{0,40}\b(?:comes?|came|happens?|happened|occurs?|follows?|is) (?:the )?(?:directly |immediately |right )?(?:after|before|first|last|next|second|third|earliest|latest)\b/iu;
