import { isStopWord, listWords, stemWord } from '../../../../items/words.ts';
import { classifyQuestion, plainQuestion, type QuestionKind } from './question-kinds.ts';

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

/** Longer questions are read up to here: what is asked stands in the first few hundred words or nowhere. */
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
  'hi hello hey morning afternoon evening night thanks thank thx cheers great nice cool perfect bye goodbye welcome ok okay'.split(
    ' ',
  ),
);
/** nor do these beside them. */
const BESIDE_PLEASANTRIES = new Set(
  "good day there you you're are so very much a lot yes no all see again lectern".split(' '),
);
/** A follow-up names hardly anything itself. */
const FEW_WORDS = 2;

/** "and why?", "how does it work?", "give an example": the subject stands in the question before. */
function leansOnPrevious(text: string): boolean {
  if (isPleasantry(text)) return false;
  const plain = plainQuestion(text);
  const about = new Set(aboutWords(text)).size;
  if (about === 0) return true;
  const raw = text.trim().toLowerCase();
  if (isElliptic(text)) return true;
  return about <= FEW_WORDS && (POINTS_BACK.test(plain) || GOES_ON.test(raw));
}

/** "Hello!", "ok, thank you very much" */
function isPleasantry(text: string): boolean {
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
    // "separate chaining and open addressing"; what both share tells them apart from nothing.
    const ownOne = new Set([...one].filter((stem) => !other.has(stem)));
    const ownOther = new Set([...other].filter((stem) => !one.has(stem)));
    if (ownOne.size > 0 && ownOther.size > 0) return [ownOne, ownOther];
  }
  return null;
}
