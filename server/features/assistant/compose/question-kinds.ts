/** What a question asks for; `free` is anything else, such as a request in words that no pattern knows. */
export const QUESTION_KINDS = [
  'definition',
  'reason',
  'steps',
  'comparison',
  'example',
  'number',
  'who',
  'when',
  'where',
  'list',
  'yes_no',
  'free',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

const AUXILIARY =
  "is|are|was|were|do|does|did|can|could|will|would|should|shall|has|have|had|may|might|must|am|isn['’]?t|aren['’]?t|doesn['’]?t|don['’]?t|didn['’]?t|can['’]?t|won['’]?t|couldn['’]?t|shouldn['’]?t|wasn['’]?t|weren['’]?t";
const MEASURABLE =
  'percentage|percent|share|fraction|proportion|number|amount|temperature|length|width|height|depth|weight|speed|distance|dose|price|cost|size|age|ratio|frequency|pressure|concentration|duration|salary|population|limit|record|range|count|figure|odds|chances?';
const PERSON_NOUN =
  'scientists?|person|people|researchers?|authors?|inventors?|philosophers?|mathematicians?|physicists?|chemists?|biologists?|economists?|historians?|psychologists?|engineers?|composers?|king|queen|emperor|doctors?|lawyers?|judges?|linguists?|astronomers?|writers?|poets?|guy|man|woman';

/** "What do you call …?", "…, what is that called?": the thing is described and its name is asked for. */
const NAMING =
  /\bwhat(?:['’]?s| is| are| was| were| do (?:you|we|they|people))? (?:(?:it|that|this|they|those|these|such \S+|the (?:word|name|term)) )?(?:call|called|the (?:word|name|term) for)\b|\b(?:word|name|term) for\b|\bwhat (?:\S+ )?is (?:it|that|this) called\b/u;

/** In this order: the first that fits says what is asked for. */
const PATTERNS: readonly (readonly [QuestionKind, RegExp])[] = [
  ['definition', NAMING],
  [
    'comparison',
    /\b(?:differen(?:ce|ces|t(?:ly)? (?:from|to|than))|differs?|compared?|comparing|comparison|versus|vs|contrast|distinguish(?:es|ed)?|tell .{3,60} apart|as opposed to|similarit\w+|in common|rather than|not the same)\b/u,
  ],
  [
    'comparison',
    /^(?:which|what|who)\b.*\b\p{L}+er\b.*\bor\b|^(?:which|what)\b.*\b(?:more|less)\b.*\bor\b|\bwhich (?:one )?(?:of the two|is (?:faster|slower|better|bigger|stronger|larger|smaller))\b|^[^,?]{2,60} or [^,?]{2,60}[:,] (?:what|which|how)\b/u,
  ],
  [
    'example',
    /\b(?:examples?|instances?|e\.g|for instance|illustrat\w+|cases? (?:in|where|of|study)|name (?:a|an|one|two|three|some|any)\b|such as what)\b|^(?:give|show) (?:me )?(?:a|an|one|some)\b/u,
  ],
  [
    'reason',
    /\bwhy\b|\bhow come\b|\bwhat(?:['’]?s| is| was| are| were)?(?: \w+)? (?:the )?(?:causes?|caused|causing|reasons?|point of|purpose|use of|good of|benefits?|advantages?|makes?|made|leads? to|led to|explains?|drives?|prevents?|stops?|keeps?|lets?|allows?)\b|^what (?:\S+ ){1,5}for$|\b(?:reasons?|grounds?|causes?|purpose) (?:for|of|behind|that|to)\b|\bwhat .{2,60} (?:good|used) for\b/u,
  ],
  [
    'number',
    new RegExp(
      `\\bhow (?:many|much|long|far|fast|old|heavy|big|tall|deep|high|low|hot|cold|warm|wide|large|small|often|soon|frequently|late|quickly|young|thick|strong|loud|likely|great)\\b|\\b(?:what|which) (?:\\w+ )?(?:${MEASURABLE})\\b|\\bwhat(?:['’]s| is| are| was| were) the (?:\\w+ ){0,2}(?:${MEASURABLE})\\b|\\bnumber of\\b`,
      'u',
    ),
  ],
  [
    'when',
    /^(?:and |but |so |since |until |by |about )?when\b|\b(?:what|which) (?:year|date|day|century|decade|month|time|era|period)\b|\bhow long ago\b|\bdate of\b/u,
  ],
  [
    'who',
    new RegExp(
      `^(?:and |but |so |by |to |for )?(?:who|whom|whose)\\b|\\b(?:what|which) (?:\\w+ )?(?:${PERSON_NOUN})\\b|\\bby whom\\b|\\bwho\\b(?!['’]s)`,
      'u',
    ),
  ],
  [
    'where',
    /^(?:and |but |so |from )?where\b|\b(?:in|at|to|from) (?:what|which) (?:\w+ )?(?:country|place|part|city|town|region|organ|cell|layer|continent|area|state)\b|\b(?:what|which) (?:country|place|city|town|region|continent)\b/u,
  ],
  [
    'list',
    /^(?:list|name|enumerate)\b|\b(?:what|which)(?: are| were)?(?: all)?(?: the)? (?:\w+ )?(?:types?|kinds?|sorts?|stages?|phases?|parts?|components?|elements?|factors?|categories|groups|forms|signs|symptoms|requirements|conditions|properties|features|characteristics|functions|uses|laws|rules|reasons|ways|things|main)\b(?! is\b)|^what are the (?:two|three|four|five|six|seven|\d)\b|\bwhat does .{2,60} (?:consist of|include|contain|comprise)\b/u,
  ],
  [
    'steps',
    /\bhow (?:do|does|did|can|could|is|are|was|were|to|would|should|will|must|has|have)\b|\bsteps?\b|\bprocedures?\b|\bwhat order\b|\bin order\b|\bsequence\b|\bwalk me through\b|\bhow .{1,60}works?\b|^how\b|\bwhat happens\b|\bwhat (?:do|should|must|can) (?:i|you|we|one|they)\b.*\b(?:do|first|next|then)\b|\bway to\b|\bwhat (?:do|should) (?:i|you|we) do\b/u,
  ],
  [
    'definition',
    /^(?:and |but |so )?(?:what|who)(?:['’]?s| is| are| was| were)\b(?! (?:it|there|that|this|they|he|she|the (?:first|most|best|largest|main|biggest|effect|result|role|relationship|link|connection))\b)|^whats\b|\b(?:define|definition|meaning|means?|meant|stands? for|explain|describe|called|term for|word for|name for|concept of|what do (?:you|we|they) call)\b|^(?:tell me|something) about\b|^what (?:exactly|actually) (?:is|are)\b/u,
  ],
  [
    'yes_no',
    new RegExp(
      `^(?:and |but |so )?(?:${AUXILIARY})\\b|\\b(?:is it true|true that|true or false|or not)\\b|, (?:right|correct|(?:is|are|do|does|did|can|will)n?['’]?t? (?:it|they|he|she|we|you|i))$`,
      'u',
    ),
  ],
];

const INTERROGATIVE = /^(?:what|which|how|in which|at what|to what|under what|on what)\b/u;
const POLITE =
  /^(?:(?:hi|hello|hey|okay|ok|so|um+|well|please|pls|sorry|thanks|quick question|question|and|also|now|right)[,:!. ]+)+|^(?:(?:can|could|would|will) (?:you|u|someone|anybody|anyone)(?: please| pls)? (?:tell|explain|say|show|help|remind|give|describe|define)(?: (?:to )?(?:me|us))?(?: please)?|(?:please |pls )?(?:tell|remind|show) (?:me|us)|i(?:['’]d| would)? (?:want|like|need|love)(?: you)? to (?:know|understand|ask|learn)|i(?:['’]m| am) (?:wondering|asking|not sure|confused about|trying to (?:understand|find out))|i (?:do not|don['’]?t|cannot|can['’]?t) (?:understand|see|get|remember)|do you know|does anyone know|any idea|i forgot|i wonder|remind me)[,: ]+/u;
const LONGEST_BARE_WORDS = 5;

/** The question in small letters, single-spaced, without greeting, "can you tell me" and final marks. */
export function plainQuestion(text: string): string {
  let plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\s"“”«»]+/gu, ' ')
    .replace(/[\s?!.…]+$/u, '')
    .trim();
  for (let round = 0; round < 3; round += 1) {
    const shorter = plain.replace(POLITE, '').trim();
    if (shorter === plain || shorter === '') break;
    plain = shorter;
  }
  return plain;
}

/** True where a thing is described and its name is asked for. */
export const asksForName = (text: string): boolean => NAMING.test(plainQuestion(text));

/** What a question asks for. Deterministic; capitals, final marks and politeness do not matter. */
export function classifyQuestion(text: string): QuestionKind {
  const plain = plainQuestion(text);
  for (const [kind, pattern] of PATTERNS) if (pattern.test(plain)) return kind;
  const words = plain === '' ? [] : plain.split(' ');
  // "pure function", "osmosis": a term by itself asks what it is.
  return words.length > 0 && words.length <= LONGEST_BARE_WORDS && !INTERROGATIVE.test(plain)
    ? 'definition'
    : 'free';
}
