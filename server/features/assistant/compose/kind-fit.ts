import { containment, contentStems, stemWord } from '#contract/question-rules/words.ts';
import { nounKind, PERSON_KIND } from '#server/language/wordnet.ts';
import type { AnswerSentence } from './list-sentences.ts';
import { asksForName, type Question, type QuestionKind } from './read-question.ts';

type Fit = (sentence: AnswerSentence, question: Question) => number;

/** The first value whose condition holds; 0 where none does. */
const firstOf = (...cases: readonly (readonly [boolean, number])[]): number =>
  cases.find(([holds]) => holds)?.[1] ?? 0;

const FITS: Readonly<Record<QuestionKind, Fit>> = {
  definition: ({ text }, question) =>
    asksForName(question.text) ? fitNaming(text) : fitDefinition(text, question.stems),
  reason: ({ text, connective }) =>
    firstOf([BECAUSE.test(text), 1], [CAUSING.test(text), 0.7], [connective === 'so', 0.5]),
  number: ({ text }) => (holdsNumber(text) ? 1 : 0),
  when: ({ text }) => firstOf([holdsDate(text), 1], [CONDITION.test(text), 0.7]),
  who: ({ text }, question) =>
    firstOf(
      [holdsName(text, question.stems), 1],
      [!MADE.test(question.text) && holdsPerson(text, question.stems), 0.8],
    ),
  where: ({ text }) =>
    firstOf(
      [PLACE.test(text), 1],
      [/\b(?:in|on|at|inside|near|between|under|from) (?:the|an?) /u.test(text), 0.6],
    ),
  steps: (sentence) =>
    firstOf(
      [sentence.listItem, 1],
      [isStep(sentence), 0.8],
      [/\bby \p{L}+ing\b|\busing\b/u.test(sentence.text), 0.6],
    ),
  example: ({ quote, text }) => firstOf([EXAMPLE.test(quote), 1], [holdsName(text), 0.6]),
  comparison: ({ quote }) => (CONTRAST.test(quote) ? 1 : 0),
  list: ({ text }) =>
    firstOf(
      [/: \S+.*(?:,| and )|, [^,]+,? and /u.test(text), 1],
      [/\b(?:two|three|four|five|six|several)\b/u.test(text), 0.6],
    ),
  yes_no: () => 0,
  free: () => 0,
};

/** How well a sentence's form fits what is asked for, 0 to 1, whatever it is about. */
export const fitKind: Fit = (sentence, question) => FITS[question.kind](sentence, question);

const BECAUSE =
  /\b(?:because|since|due to|owing to|so that|in order to|as a result|reasons?|that['’]s why|which is why|this is why|therefore|for this reason)\b/iu;
const CAUSING =
  /\b(?:causes?|caused|leads? to|led to|results? (?:in|from)|prevents?|allows?|lets?|makes?|helps?|forces?|forced|so(?= \p{L}+ )|depends?|means that|to (?:avoid|prevent|keep|protect|reduce|ensure|help|make))\b/u;
/** A person who did such a thing has a name. */
const MADE =
  /\b(?:invent|discover|design|found(?:ed|er)|coin|wr(?:i|o)te|written|author|develop|propos|built|build|compos|measured|calculated|proved|proven|came up with|first|created?|named|introduc|paint|die|born|won|received)\p{L}*/iu;
const YEAR = /\b(?:1\d{3}|20\d\d)s?\b/u;
const CONDITION = /\b(?:when|if|until|once|after|before|during|while|as soon as|above|below|unless)\b/iu;
const PLACE = /\b(?:in|at|near|from|on|of) (?:the )?(?:\p{Lu}\p{Ll}+)/u;
const EXAMPLE =
  /\b(?:for example|for instance|such as|examples?|e\.g\.|including|includes?|suppose|imagine|like (?:a|an|the)|say,)(?!\p{L})/iu;
const CONTRAST =
  /\b(?:whereas|while|unlike|but|than|rather than|instead of|on the other hand|by contrast|in contrast|differs?|different|difference|both|compared)\b/iu;
const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundreds?|thousands?|millions?|billions?|half|halves|third|thirds|quarters?|twice|double|doubles|halved|halves|dozen|once|one (?:\p{L}+ )?(?:hour|day|week|month|year|second|minute|metre|meter|percent|in)|zero|none|single|constant|quadrupled|tripled)\b/iu;

/** A quantity, in digits or words; a year by itself is none. */
function holdsNumber(text: string): boolean {
  const plain = text.replaceAll(
    /\b(?:in|by|since|of|until|from|around|about|and|before|after) (?:1[5-9]\d\d|20\d\d)s?\b/gu,
    ' ',
  );
  return /(?<![\p{L}-])\d/u.test(plain) || NUMBER_WORDS.test(plain);
}

function holdsDate(text: string): boolean {
  return (
    YEAR.test(text) ||
    /\b(?:century|centuries|decades?|January|February|March|April|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|BCE?|AD|years? ago|nineteen\p{L}*|morning|evening|spring|summer|autumn|winter)\b/u.test(
      text,
    )
  );
}

/** A name within the sentence, or two words with a capital at its beginning, that the question does not give. */
function holdsName(text: string, asked: ReadonlySet<string> = new Set()): boolean {
  const names = [
    ...text.matchAll(/(?<=[\p{Ll}\d,;] )\p{Lu}\p{Ll}+/gu),
    ...text.matchAll(/^\p{Lu}\p{Ll}+(?= \p{Lu}\p{Ll}+)/gu),
    // "Galileo argued …", "Python adopted …"
    ...text.matchAll(
      /^\p{Lu}\p{Ll}+(?=(?:, [^,]+,)? (?:argued|showed|found|discovered|invented|proposed|said|says|argues|believed|thought|wrote|built|designed|developed|introduced|coined|compared|measured|calculated|won|received|led|described|demonstrated|proved|studied|claimed|noticed|observed|suggested)\b)/gu,
    ),
  ];
  return names.some(([name]) => !asked.has(stemWord(name.toLowerCase())));
}

/** A person whom the question does not name: a name, or a word such as "nurse" or "historians". */
function holdsPerson(text: string, asked: ReadonlySet<string> = new Set()): boolean {
  if (holdsName(text, asked)) return true;
  return (
    text
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.some((word) => word.length > 3 && !asked.has(stemWord(word)) && isPersonNoun(word)) ?? false
  );
}

function isPersonNoun(word: string): boolean {
  return (
    nounKind(word) === PERSON_KIND ||
    (word.endsWith('s') && nounKind(word.slice(0, -1)) === PERSON_KIND) ||
    /^(?:people|women|men|children|somebody)$/u.test(word)
  );
}

export function isStep({ connective, text }: AnswerSentence): boolean {
  return (
    /^(?:first|firstly|second|secondly|third|thirdly|then|next|finally|lastly|after that|afterwards)$/u.test(
      connective ?? '',
    ) || /\b(?:first|then|next|finally|afterwards|after that)\b|^(?:after|before|once|when) /iu.test(text)
  );
}

const DEFINING =
  /^(?:(?:an?|the|every|each|any|one) )?(.{2,70}?) (is|are|was|were|means?|refers? to|describes?|denotes?|consists? of|measures?|states?(?: that)?|says? that) (\S+)/iu;
/** "… are easier to test": what it is like, not what it is. */
const NO_KIND =
  /^(?:not|also|often|usually|sometimes|always|never|very|too|so|more|less|most|in|on|at|by|from|due|because|used|called|known|common|able|likely|greater|smaller|larger|better|worse|\p{L}+(?:ed|ly|ier|ing))$/iu;
/** "A pure function always gives …": what every such thing does. */
const DOING =
  /^(?:(an?|the|every|each) )?((?:\p{L}[\p{L}\d'-]*)(?: \p{L}[\p{L}\d'-]*){0,3}?) (?:(?:always|never|only|usually) )?\p{L}{2,}s? /iu;
const NAMING =
  /\b(?:called|known as|termed|named|is the name|referred to as|that['’]s|what we mean by|which is)(?: (?:an?|the))? ([\p{L}\d' -]{2,60})/iu;
const APPOSITION = /^(?:(?:an?|the) )?([^,]{2,50}), (?:an?|the|which is|meaning|that is|or) /iu;

/** Where a name is asked for, the description is the question's: any sentence that gives a thing its name will do. */
function fitNaming(text: string): number {
  return NAMING.test(text) ? 0.9 : /^(?:\S+ ){1,5}(?:is|are|was|were) (?:an?|the|any) /u.test(text) ? 0.8 : 0;
}

/** 1 where the sentence says what the thing asked about is, and not only something of it. */
export function fitDefinition(text: string, stems: ReadonlySet<string>): number {
  if (stems.size === 0) return 0;
  return (
    fitSubject(text, stems) ??
    firstOf([names(text, stems), 0.9], [explainsInPassing(text, stems), 0.6], [opensWith(text, stems), 0.7])
  );
}

/** "Friction is a force …". Undefined where the subject is another one. */
function fitSubject(text: string, stems: ReadonlySet<string>): number | undefined {
  const [, defined = '', verb = '', next = ''] = DEFINING.exec(text) ?? [];
  const subject = contentStems(defined);
  if (containment(stems, subject) <= 0.6) return undefined;
  // "Static friction acts on …" is not a definition of friction: the subject should not say much more.
  const own = containment(subject, stems);
  const isKind = /^(?:an?|the|any|one|what)$/iu.test(next) || !/^(?:is|are|was|were)$/iu.test(verb);
  return (
    firstOf([isKind, 1], [NO_KIND.test(next), 0.4], [true, 0.85]) *
    firstOf([own >= 0.99, 1], [own >= 0.6, 0.7], [true, 0.4])
  );
}

/** "… is called friction" */
function names(text: string, stems: ReadonlySet<string>): boolean {
  const [name = ''] = (NAMING.exec(text)?.[1] ?? '').split(/[,;.]| (?:because|when|if|that|which|and) /u);
  const named = contentStems(name);
  return named.size > 0 && containment(stems, named) > 0.6 && containment(named, stems) >= 0.6;
}

/** "Friction, a force that …" */
function explainsInPassing(text: string, stems: ReadonlySet<string>): boolean {
  const apposition = contentStems(APPOSITION.exec(text)?.[1] ?? '');
  return apposition.size > 0 && containment(stems, apposition) > 0.6;
}

/** "A pure function always gives …": the subject opens the sentence. */
function opensWith(text: string, stems: ReadonlySet<string>): boolean {
  const words = text.split(' ').slice(0, stems.size + 1);
  return DOING.exec(text)?.[1] !== undefined && containment(stems, contentStems(words.join(' '))) > 0.99;
}
