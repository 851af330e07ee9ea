import { isStopWord, listWords, stemWord } from '#contract/question-rules/words.ts';

/** A question as it is answered. */
export interface Question {
  /** As asked; what a follow-up leaves out is taken from the question before. */
  readonly text: string;
  readonly kind: QuestionKind;
  /** Stems of the words that say what is asked about, in their order; without those that only say how it is asked. */
  readonly stems: ReadonlySet<string>;
  /** The words of those stems, in small letters, by stem. */
  readonly words: ReadonlyMap<string, string>;
  /** The two things that are to be compared, as stems. */
  readonly sides: readonly [ReadonlySet<string>, ReadonlySet<string>] | null;
}

/** Longer questions are cut here: the question is in the first few hundred words or nowhere. */
const READ_CHARACTERS = 1_500;
const MOST_STEMS = 40;

/** Words that say how something is asked, not what about. */
const ASKING_WORDS = new Set(
  `difference differences different differ differs compare compared comparing comparison versus vs contrast distinguish apart
  example examples instance instances e.g eg step steps procedure procedures define definition defined meaning meant means
  mean explain explanation describe description tell say says said reason reasons reasonable purpose point please pls thanks
  thank kind kinds type types sort sorts way ways thing things stuff something anything someone somebody anyone anybody
  everybody people person actually really exactly basically simply just got get gets getting give gives giving gave show
  name names named word words term terms call calls calling idea concept know known understand understood remember wonder
  wondering want wants need like would come comes came go goes going went whats what's who's how's why's where's when's that's it's
  i'm i'd don't doesn't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't let let's make makes made making happen happens happened
  happening work works working many much long often far lot lots bit first question questions answer answers ask asking
  asked about role part true false right wrong correct sure maybe able possible instead put puts take takes taken took
  whether else etc ok okay hi hello hey um uh yes no vs sense called considered count counts one two three
  lecture lectures lesson lessons course video slide slides notes material page pages chapter professor teacher lecturer
  talked talk talks mentioned mention explained according someone's one's there's whose you're we're they're
  sometimes always never usually every once actually ever since anyway simple simply short briefly quick quickly`
    .split(/\s+/u)
    .map((word) => word.trim()),
);

/** The same question, the same reading. `previous` gives a follow-up its subject. */
export function readQuestion(text: string, previous?: string): Question {
  const whole = standaloneQuestion(text, previous).slice(0, READ_CHARACTERS);
  const own = text.slice(0, READ_CHARACTERS);
  const kind = previous !== undefined && isElliptic(own) ? classifyQuestion(previous) : classifyQuestion(own);
  const words = new Map<string, string>();
  for (const word of isPleasantry(own) ? [] : aboutWords(whole)) {
    const stem = stemWord(word);
    if (!words.has(stem) && words.size < MOST_STEMS) words.set(stem, word);
  }
  return {
    text: whole,
    kind,
    words,
    stems: new Set(words.keys()),
    sides: kind === 'comparison' ? findSides(plainQuestion(whole)) : null,
  };
}

/**
 * The question with what it leaves to the one before: "and why?" after "What is inertia?" asks about inertia. To be looked
 * for instead of the bare question.
 */
export function standaloneQuestion(text: string, previous?: string): string {
  if (previous === undefined || !leansOnPrevious(text)) return text;
  const subject = [...new Set(aboutWords(previous.slice(0, READ_CHARACTERS)))].slice(0, MOST_STEMS).join(' ');
  return subject === '' ? text : `${text.trim()} (${subject})`;
}

const POINTS_BACK =
  /\b(?:it|its|they|them|their|theirs|he|she|his|him|her|this|that|these|those|such|both|latter|former|ones?|same|there|then)\b/u;
const GOES_ON =
  /^(?:and|but|so|or|then|also|what about|how about|what else|more|another|again|go on|ok(?:ay)?)\b/u;
/** Said to be polite, they ask nothing, of the question before neither; */
const PLEASANTRIES = new Set(
  'hi hello hey morning afternoon evening night thanks thank thx cheers great nice cool perfect bye goodbye welcome ok okay hola buenos buenas días dias tardes noches gracias adiós vale'.split(
    ' ',
  ),
);
/** nor do these words around them. */
const BESIDE_PLEASANTRIES = new Set(
  "good day there you you're are so very much a lot yes no all see again lectern muy muchas buen mil".split(
    ' ',
  ),
);
/** A follow-up names hardly anything itself. */
const FEW_WORDS = 2;

/** "and why?", "how does it work?", "give an example": the subject is in the previous question. */
function leansOnPrevious(text: string): boolean {
  if (isPleasantry(text)) return false;
  const plain = plainQuestion(text);
  const about = new Set(aboutWords(text)).size;
  if (about === 0) return true;
  const raw = text.trim().toLowerCase();
  if (isElliptic(text)) return true;
  return about <= FEW_WORDS && (POINTS_BACK.test(plain) || GOES_ON.test(raw));
}

const ASKS_FOR_HELP =
  /^(?:(?:hi|hello|hey|ok|so|and|please) )*(?:(?:(?:can|could) you )?help(?: me| us)?|who are you|what are you(?: for)?|how (?:do|can) (?:i|we) use (?:you|lectern)|how (?:do you|does lectern) work|(?:what|how)(?: else)? (?:can|could|do) (?:you|lectern) (?:do|help)(?: (?:for|with))?(?: me| us)?|what(?: else)? can (?:i|we) (?:(?:ask|say)(?: you)?(?: here)?|do (?:here|with (?:you|lectern)))|ayuda|qué (?:más )?(?:puedes hacer|sabes hacer|haces)|cómo funcionas?)(?: please)?$/u;

/** "What can you do?" */
export const asksForHelp = (text: string): boolean =>
  ASKS_FOR_HELP.test(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );

/** "Hello!", "ok, thank you very much", "What can you do?" */
export function isPleasantry(text: string): boolean {
  if (asksForHelp(text)) return true;
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? [];
  return (
    words.some((word) => PLEASANTRIES.has(word)) &&
    words.every((word) => PLEASANTRIES.has(word) || BESIDE_PLEASANTRIES.has(word))
  );
}

/** "what about yeast?" asks the same about something else. */
function isElliptic(text: string): boolean {
  return /^(?:and |but |so |ok(?:ay)?,? )?(?:what|how) about\b|^(?:and|or) (?:in|for|with|on|of|the|an?)\b/u.test(
    text.trim().toLowerCase(),
  );
}

function aboutWords(text: string): string[] {
  return listWords(text.normalize('NFKC')).filter(
    (word) => !isStopWord(word) && !ASKING_WORDS.has(word) && (word.length > 1 || /\d|[^a-z]/u.test(word)),
  );
}

const COMPARED = [
  /\bbetween (.+?) (?:and|vs\.?|versus|or) (.+)$/u,
  /\bcompare (.+?) (?:and|with|to|vs\.?|versus) (.+)$/u,
  /\b(?:distinguish(?:es)?|tell|differs?|different|contrast) (.+?) (?:and|from|with|to) (.+?)(?: apart)?$/u,
  /^(?:how|in what way)s? (?:do|does|is|are|did|was|were) (.+?) (?:and .+ )?(?:differ|different|differs|compared?)\b(?: from| to| with| than)? ?(.*)$/u,
  /^(.+?) (?:vs\.?|versus|as opposed to|compared (?:to|with)) (.+)$/u,
  /^(.+?) or (.+?)[:,] /u,
  /\b(?:which|what|who)\b.+?[,:] (.+?) or (.+)$/u,
  /\bmore .+?,? (.+?) or (.+)$/u,
  /(\S+(?: \S+)?) or (\S+(?: \S+)?)/u,
  /^(?:how|in what way)s? (?:do|does|is|are|did|was|were) (.+?) and (.+?) (?:differ|different|differs|compare)\b/u,
  /(\S+(?: \S+)?) and (\S+(?: \S+)?)/u,
] as const;

function findSides(plain: string): Question['sides'] {
  for (const pattern of COMPARED) {
    const [, first = '', second = ''] = pattern.exec(plain) ?? [];
    const one = new Set(aboutWords(first).map(stemWord));
    const other = new Set(aboutWords(second).map(stemWord));
    if (one.size === 0 || other.size === 0) continue;
    // "separate chaining and open addressing"; what both share distinguishes neither.
    const ownOne = new Set([...one].filter((stem) => !other.has(stem)));
    const ownOther = new Set([...other].filter((stem) => !one.has(stem)));
    if (ownOne.size > 0 && ownOther.size > 0) return [ownOne, ownOther];
  }
  return null;
}

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
