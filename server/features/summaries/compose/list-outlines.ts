import type { LessonAnalysis } from '#server/language/analysis.ts';
import { formulaNote } from '#server/documents/passage.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import { upperInitial } from '#server/language/clean-sentence.ts';
import { isHousekeeping, type Sentence } from '#server/language/sentence.ts';
import { readTokens } from '#server/language/tokens.ts';
import { contentStems } from '#contract/question-rules/words.ts';
import type { Candidate } from '#server/language/statements/list-candidates.ts';

const MOST_FRAGMENTS = 4;
const MOST_WORDS_OF_FRAGMENT = 14;
const MOST_WORDS = 32;
const FEWEST_STEMS = 3;
/** Shorter points are mostly the labels of a drawing; between longer ones they may stand. */
const WORDS_OF_TELLING_POINT = 3;
const FEWEST_TELLING_POINTS = 2;
const ENDS_MIDWAY =
  /\b(?:a|an|and|are|as|by|for|following|from|in|into|is|of|or|than|that|the|to|where|which|with)$/iu;
/** Titles that name a slide's part in its chapter: only with the title above them do they say what it is about. */
const GENERIC_TITLE =
  /^(?:(?:an? |the )?(?:advantages?|analysis|applications?|background|basics|benefits?|cases?|code|conclusions?|definitions?|details?|discussion|disadvantages?|examples?|facts?|goals?|ideas?|implementation|introduction|limitations?|methods?|motivation|notation|notes?|observations?|overview|problems?|properties|questions?|recap|remarks?|results?|review|rules?|solutions?|steps?|summary|terminology|theory))(?:[ :(\d].*)?$/iu;

const LOOKS_LIKE_CODE =
  /[{}<>=\\|;≠≈≤≥∈∀∃→⇒⟹]|\?$|\w\(|\b(?:void|int|boolean|bool|float|double|char|String)\b/u;

/** The rest of a line, an aside, or a row of a formula. */
const LEANS_ON_OTHERS = /^(?:and|but|or|so|then|thus|\(|…)|…/iu;

/** "Kellis et al. (2014)": where a slide took its picture from. */
const CITES = /\bet al\b|\((?:19|20)\d\d\)|\bdoi\b|\blectures? \d|\(\p{Lu}&\p{Lu} \d|\b(?:19|20)\d\d\.?$/iu;

/** "Bank run: depositors withdraw money at once": a term of a few words and what is said of it. */
const TERM_WITH_MEANING = /^(\p{L}[^:.?;]{1,40}): (?=\p{L}.*\s\S+\s)/u;
/** The first point below "What is money?" says what it is. */
const ASKS_WHAT = /^What (?:is|are) (?:an? |the )?(.{3,40})\?$/iu;
const FEWEST_WORDS_OF_MEANING = 6;
const MOST_WORDS_OF_TERM = 5;
const LABEL =
  /^(?:images?|exercise|homework|hint|note|question|answer|[qa]|recall|proof|theorem|lemma|source|slides?|step|option|part|group|warning|key|today|next time|last time)\b/iu;

interface Point {
  readonly sentence: Sentence;
  /** As it is shown: without bullet and full stop. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Spaces before it. */
  readonly indentation: number;
}

/**
 * For slides of which nothing else can be said: "Title: point; point", one line a slide, that passes for no sentence.
 * @param covered sections, numbered as in the analysis, that have their own sentences
 */
export function listOutlines(analysis: LessonAnalysis, covered: ReadonlySet<number>): Candidate[] {
  const bySection = Map.groupBy(
    analysis.sentences.filter(({ isFragment, section }) => isFragment && !covered.has(section)),
    ({ section }) => section,
  );
  // Lines that are all in capitals say nothing about which words always are.
  const texts = analysis.sentences
    .map(({ quote }) => quote)
    .filter((quote) => /(?:\p{Ll}{3}.*){2}/su.test(quote));
  const capitals = new Set(texts.join(' ').match(/(?<![\p{L}\d])\p{Lu}{2,}(?![\p{L}\d])/gu) ?? []);
  return [...bySection.values()].flatMap((fragments) => {
    const byPassage = Map.groupBy(fragments, ({ passage }) => passage);
    // The first slide under a title says what it is about.
    for (const [passage, own] of byPassage) {
      const outline = outlineOf(passage, own, capitals);
      if (outline !== undefined) return [outline];
    }
    return [];
  });
}

/** Points that say something by themselves: a term and its meaning, an answer to its slide's title, or a point and those below it. */
export function listExplainedPoints(analysis: LessonAnalysis): Candidate[] {
  const byPassage = Map.groupBy(
    analysis.sentences.filter(({ isFragment }) => isFragment),
    ({ passage }) => passage,
  );
  return [...byPassage].flatMap(([passage, fragments]) => {
    const points = placePoints(passage, fragments, MOST_WORDS);
    return points.flatMap((point, index) => {
      const asked = index === 0 ? ASKS_WHAT.exec(passage.titlePath.at(-1) ?? '')?.[1] : undefined;
      if (asked !== undefined && isMeaning(point.text))
        return [writePoint(passage, point, point, `${upperInitial(asked)}: ${point.text}.`)];
      const term = TERM_WITH_MEANING.exec(point.text)?.[1];
      if (term !== undefined && isTerm(term))
        return [writePoint(passage, point, point, `${upperInitial(point.text)}.`)];
      const below = points.slice(index + 1);
      const end = below.findIndex(({ indentation }) => indentation <= point.indentation);
      const own = end < 0 ? below : below.slice(0, end);
      const lead = point.text.replace(/^Examples?: /u, '');
      const chosen = chooseShort(
        own.filter(({ indentation }) => indentation === own[0]?.indentation),
        lead.split(' ').length,
      );
      const last = chosen.at(-1);
      return last !== undefined && isTerm(lead) && areTelling(chosen)
        ? [writePoint(passage, point, last, outlineText(lead, chosen))]
        : [];
    });
  });
}

const isMeaning = (text: string): boolean =>
  text.split(' ').length >= FEWEST_WORDS_OF_MEANING && !text.includes(': ');

const isTerm = (text: string): boolean =>
  text.split(' ').length <= MOST_WORDS_OF_TERM && !LABEL.test(text) && !GENERIC_TITLE.test(text);

const areTelling = (points: readonly Point[]): boolean =>
  points.filter(({ text }) => text.split(' ').length >= WORDS_OF_TELLING_POINT).length >=
  FEWEST_TELLING_POINTS;

const outlineText = (title: string, points: readonly Point[]): string =>
  `${title}${/[?!]$/u.test(title) ? '' : ':'} ${points.map((point) => point.text).join('; ')}.`;

function writePoint(passage: LessonPassage, first: Point, last: Point, text: string): Candidate {
  return {
    origin: first.sentence,
    sentence: {
      ...first.sentence,
      text,
      quote: passage.text.slice(first.start, last.end),
      tokens: readTokens(text),
      clause: undefined,
      stems: contentStems(text),
    },
  };
}

/** @param capitals words that the lesson's running text writes in capitals, such as abbreviations */
function outlineOf(
  passage: LessonPassage,
  fragments: readonly Sentence[],
  capitals: ReadonlySet<string>,
): Candidate | undefined {
  const title = inSmallLetters(titleOf(passage.titlePath), capitals);
  // A slide without a title is called by its number.
  if (title === '' || /^Slide \d+$/u.test(title) || isHousekeeping(title)) return undefined;
  const points = placePoints(passage, fragments);
  const shallowest = Math.min(...points.map(({ indentation }) => indentation));
  const upper = points.filter(({ indentation }) => indentation === shallowest);
  const chosen = chooseShort(upper.length > 1 ? upper : points, title.split(' ').length);
  const [first] = chosen;
  const last = chosen.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (!areTelling(chosen)) return undefined;
  const outline = writePoint(passage, first, last, outlineText(title, chosen));
  return outline.sentence.stems.size < FEWEST_STEMS ? undefined : outline;
}

/** "Towers of Hanoi", or for a slide that is only called "Idea", "Towers of Hanoi – Idea". */
function titleOf(path: readonly string[]): string {
  const own = plainTitle(path.at(-1) ?? '');
  const above = plainTitle(path.at(-2) ?? '');
  return above !== '' && GENERIC_TITLE.test(own) ? `${above} – ${own}` : own;
}

/** "DIFFERENT KINDS OF CONSTRAINTS (CSP)" → "Different kinds of constraints (CSP)". */
function inSmallLetters(title: string, capitals: ReadonlySet<string>): string {
  if (/\p{Ll}/u.test(title)) return title;
  return upperInitial(
    title.replaceAll(/\p{L}{2,}/gu, (word) => (capitals.has(word) ? word : word.toLowerCase())),
  );
}

/** Without the number of its section or part and without punctuation at its end: "1.2 Idea (2)", "Sorting, cont.:". */
const plainTitle = (title: string): string =>
  title
    .replace(/^\d{1,2}(?:\.\d{1,2})*\.?\s+(?=\p{L})/u, '')
    .replace(/[\s,]*(?:\(?(?:cont(?:inued|['’]?d|\.)?|\(\d{1,2}\)|\d{1,2}\/\d{1,2})\)?\.?)$/iu, '')
    .replace(/[\s:;,.–—-]+$/u, '')
    // The line has one colon: the one before its points.
    .replaceAll(/\s*:\s+/gu, ' – ')
    .trim();

function placePoints(
  passage: LessonPassage,
  fragments: readonly Sentence[],
  mostWords = MOST_WORDS_OF_FRAGMENT,
): Point[] {
  let from = 0;
  return fragments.flatMap((sentence) => {
    const at = passage.text.indexOf(sentence.quote, from);
    if (at < 0) return [];
    from = at + sentence.quote.length;
    const text = sentence.quote
      .replaceAll(/\s+/gu, ' ')
      .replace(/^[•●▪]/u, '')
      .replace(/,?(?: (?:i\.e|e\.g|such as))?[\s.;,:!]*$/u, '');
    if (!isShowable(text, mostWords)) return [];
    const lineStart = passage.text.lastIndexOf('\n', at - 1) + 1;
    const line = passage.text.slice(lineStart);
    return [
      {
        sentence,
        text,
        start: at,
        end: from,
        indentation: line.length - line.trimStart().length,
      },
    ];
  });
}

function isShowable(text: string, mostWords: number): boolean {
  const words = text.split(' ').length;
  return (
    words <= mostWords &&
    !text.includes(formulaNote) &&
    /\p{L}{3}/u.test(text) &&
    !LOOKS_LIKE_CODE.test(text) &&
    // "P: a set of plaintexts", "C a set": symbols of a formula.
    !/^(?![AaI] )\p{L}:? /u.test(text) &&
    !ENDS_MIDWAY.test(text) &&
    !LEANS_ON_OTHERS.test(text) &&
    !CITES.test(text) &&
    !isHousekeeping(text)
  );
}

/** The first points, as many as one line bears. */
function chooseShort(points: readonly Point[], titleWords: number): Point[] {
  const chosen: Point[] = [];
  let words = titleWords;
  for (const point of points) {
    words += point.text.split(' ').length;
    if (chosen.length >= MOST_FRAGMENTS || (chosen.length > 0 && words > MOST_WORDS)) break;
    chosen.push(point);
  }
  return chosen;
}
