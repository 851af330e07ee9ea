import { fenceCode } from '#contract/question-rules/stem-parts.ts';
import { countWordsIn } from '#contract/text-limits.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import { type LessonSection, listSections } from '#server/language/list-sections.ts';
import { withoutOrders } from './check-support.ts';
import { speaksToModel } from './plain-text.ts';

/** Neighbouring passages: as much of a lesson as a model is given to write one question from. */
export interface Stretch {
  /** Sections of the lesson that it contains, numbered as by `listSections`: several only where they are slides. */
  readonly sections: readonly number[];
  /** As printed; of slides, the titles that they share, outermost first. */
  readonly heading: string | null;
  readonly passages: readonly LessonPassage[];
  /**
   * The passages' text without sentences that address a model, in order. Slides are under their titles, code is in fences,
   * tables keep their rows.
   */
  readonly text: string;
  readonly wordCount: number;
  /** Whether points of slides are in it, which are not sentences. */
  readonly hasSlides: boolean;
  readonly hasCode: boolean;
}

/** Enough to see an idea with its conditions, and little enough for a context of 4,096 tokens. */
const STRETCH_WORDS = 320;
/** A slide says in a few words what prose says in many. */
const SLIDES_STRETCH_WORDS = 180;
/** How many words of prose a word on a slide stands for. */
export const SLIDE_DENSITY = STRETCH_WORDS / SLIDES_STRETCH_WORDS;
const LONGEST_STRETCH_CHARACTERS = 4_500;
const PATH_SEPARATOR = ' › ';

/**
 * Cuts a lesson into stretches. Those of prose have about 320 words and never cross a section. A slide is often too short
 * to ask about: it comes with its neighbours under the same title. Course administration is in none. Pure.
 * @param sections only these, numbered as by `listSections`; all when empty
 */
export function listStretches(
  passages: readonly LessonPassage[],
  sections: readonly number[] = [],
): Stretch[] {
  const wanted = listSections(passages).filter(
    ({ section }) => sections.length === 0 || sections.includes(section),
  );
  const isDeck = passages.some(({ kind }) => kind === 'slide');
  const groups = isDeck ? gatherSlides(wanted) : wanted.map((section) => [section]);
  return groups.flatMap((group) =>
    group.length > 1 ? toStretch(group, group.flatMap(passagesOf)) : cutSection(group),
  );
}

/** Each section by itself, but for neighbouring slides under one title, as many as make a stretch. */
function gatherSlides(sections: readonly LessonSection[]): LessonSection[][] {
  const groups: LessonSection[][] = [];
  for (const section of sections) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    const words = open?.reduce((sum, { wordCount }) => sum + wordCount, 0) ?? 0;
    const belongs =
      last !== undefined &&
      section.section === last.section + 1 &&
      isSlides(last) &&
      isSlides(section) &&
      titlesAbove(last).join('\n') === titlesAbove(section).join('\n') &&
      words + section.wordCount <= SLIDES_STRETCH_WORDS;
    if (belongs) open?.push(section);
    else groups.push([section]);
  }
  return groups;
}

const passagesOf = ({ passages }: LessonSection): readonly LessonPassage[] => passages;
const pathOf = ({ passages }: LessonSection): readonly string[] => passages[0]?.titlePath ?? [];
const titlesAbove = (section: LessonSection): readonly string[] => pathOf(section).slice(0, -1);
/** Code and tables that are all of a section are a slide where they are between slides. */
const isSlides = ({ passages }: LessonSection): boolean => passages.every(({ kind }) => kind !== 'prose');

function cutSection([section]: readonly LessonSection[]): Stretch[] {
  if (section === undefined) return [];
  const { wordCount, passages: own } = section;
  const count = Math.max(
    1,
    Math.round(wordCount / (isSlides(section) ? SLIDES_STRETCH_WORDS : STRETCH_WORDS)),
  );
  const groups: LessonPassage[][] = Array.from({ length: count }, () => []);
  let before = 0;
  for (const passage of own) {
    const words = countWordsIn(passage.text);
    const place = Math.floor(((before + words / 2) / Math.max(1, wordCount)) * count);
    groups[Math.min(count - 1, place)]?.push(passage);
    before += words;
  }
  return groups.flatMap((group) => toStretch([section], group));
}

function toStretch(sections: readonly LessonSection[], passages: readonly LessonPassage[]): Stretch[] {
  const [first] = sections;
  if (first === undefined || passages.length === 0) return [];
  const areSlides = passages.some(({ kind }) => kind === 'slide') || sections.length > 1;
  const shared = !areSlides ? [] : sections.length > 1 ? titlesAbove(first) : pathOf(first);
  const lines: string[] = [];
  let left = LONGEST_STRETCH_CHARACTERS;
  let shownPath = shared.join(PATH_SEPARATOR);
  for (const passage of passages) {
    const path = passage.titlePath.filter((title) => !speaksToModel(title)).join(PATH_SEPARATOR);
    const shown = showPassage(withoutOrders(passage), left);
    if (shown === '') continue;
    if (areSlides && path !== '' && path !== shownPath) {
      lines.push(`${lines.length === 0 ? '' : '\n'}Slide: ${path}`);
      shownPath = path;
    }
    lines.push(shown);
    left -= shown.length;
  }
  const text = lines.join('\n');
  if (text === '') return [];
  return [
    {
      sections: sections.map(({ section }) => section),
      heading: areSlides ? (shared.length === 0 ? null : shared.join(PATH_SEPARATOR)) : first.heading,
      passages,
      text,
      wordCount: countWordsIn(text),
      hasSlides: passages.some(({ kind }) => kind === 'slide'),
      hasCode: passages.some(({ kind }) => kind === 'code'),
    },
  ];
}

/**
 * A passage as a model reads it: code in a fence, a table under a line that says so, anything else as it is.
 * @param longest characters of the passage that are shown
 */
function showPassage({ kind, text }: Pick<LessonPassage, 'kind' | 'text'>, longest: number): string {
  const whole = kind === 'prose' || kind === 'slide' ? text.trim() : text.trimEnd();
  const shown = whole.slice(0, Math.max(0, longest));
  if (shown.trim() === '') return '';
  if (kind === 'code') return fenceCode(shown);
  return kind === 'table' ? `Table:\n${shown}` : shown;
}
