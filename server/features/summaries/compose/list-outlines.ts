import type { LessonAnalysis } from '../../../language/analysis.ts';
import type { LessonPassage } from '../../../language/lesson-text.ts';
import { isHousekeeping, type Sentence } from '../../../language/sentence.ts';
import { readTokens } from '../../../language/tokens.ts';
import { contentStems } from '../../../../items/words.ts';
import type { Candidate } from '../../../language/statements/list-candidates.ts';

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

const LOOKS_LIKE_CODE = /[{}<>=\\|;]|\?$|\w\(\w*\)|\b(?:void|int|boolean|bool|float|double|char|String)\b/u;

/** "Kellis et al. (2014)": where a slide took its picture from. */
const CITES = /\bet al\b|\((?:19|20)\d\d\)|\bdoi\b|\b(?:19|20)\d\d\.?$/iu;

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
 * @param covered sections, numbered as in the analysis, that have sentences of their own
 */
export function listOutlines(analysis: LessonAnalysis, covered: ReadonlySet<number>): Candidate[] {
  const bySection = Map.groupBy(
    analysis.sentences.filter(({ isFragment, section }) => isFragment && !covered.has(section)),
    ({ section }) => section,
  );
  return [...bySection.values()].flatMap((fragments) => {
    const byPassage = Map.groupBy(fragments, ({ passage }) => passage);
    // The first slide under a title says what it is about.
    for (const [passage, own] of byPassage) {
      const outline = outlineOf(passage, own);
      if (outline !== undefined) return [outline];
    }
    return [];
  });
}

function outlineOf(passage: LessonPassage, fragments: readonly Sentence[]): Candidate | undefined {
  const title = titleOf(passage.titlePath);
  if (title === '' || isHousekeeping(title)) return undefined;
  const points = placePoints(passage, fragments);
  const shallowest = Math.min(...points.map(({ indentation }) => indentation));
  const upper = points.filter(({ indentation }) => indentation === shallowest);
  const chosen = chooseShort(upper.length > 1 ? upper : points, title.split(' ').length);
  const [first] = chosen;
  const last = chosen.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const telling = chosen.filter(({ text }) => text.split(' ').length >= WORDS_OF_TELLING_POINT);
  if (telling.length < FEWEST_TELLING_POINTS) return undefined;
  const text = `${title}: ${chosen.map((point) => point.text).join('; ')}.`;
  const stems = contentStems(text);
  if (stems.size < FEWEST_STEMS) return undefined;
  const origin = first.sentence;
  return {
    origin,
    sentence: {
      ...origin,
      text,
      quote: passage.text.slice(first.start, last.end),
      tokens: readTokens(text),
      clause: undefined,
      stems,
    },
  };
}

/** "Towers of Hanoi", or for a slide that is only called "Idea", "Towers of Hanoi – Idea". */
function titleOf(path: readonly string[]): string {
  const own = plainTitle(path.at(-1) ?? '');
  const above = plainTitle(path.at(-2) ?? '');
  return above !== '' && GENERIC_TITLE.test(own) ? `${above} – ${own}` : own;
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

function placePoints(passage: LessonPassage, fragments: readonly Sentence[]): Point[] {
  let from = 0;
  return fragments.flatMap((sentence) => {
    const at = passage.text.indexOf(sentence.quote, from);
    if (at < 0) return [];
    from = at + sentence.quote.length;
    const text = sentence.quote
      .replaceAll(/\s+/gu, ' ')
      .replace(/^[•●▪]/u, '')
      .replace(/[\s.;,:]+$/u, '');
    if (!isShowable(text)) return [];
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

function isShowable(text: string): boolean {
  const words = text.split(' ').length;
  return (
    words <= MOST_WORDS_OF_FRAGMENT &&
    /\p{L}{3}/u.test(text) &&
    !LOOKS_LIKE_CODE.test(text) &&
    // "P: a set of plaintexts", "C a set": symbols of a formula.
    !/^(?![AaI] )\p{L}:? /u.test(text) &&
    !ENDS_MIDWAY.test(text) &&
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
