import { countWordsIn } from '#contract/text-limits.ts';
import { isTeaching } from '../documents/passage.ts';
import type { LessonPassage } from './lesson-text.ts';

/** What sections are made from: a passage, or an outline of one, which has the beginning of its text and counted words. */
export type SectionedPassage = Pick<
  LessonPassage,
  'id' | 'section' | 'heading' | 'page' | 'startSecond' | 'isAdministrative' | 'isUnsure' | 'text'
> & { readonly wordCount?: number };

/** How much of a passage an outline needs: enough for a title. */
export const OUTLINE_CHARACTERS = 400;

/** A part of a lesson that is short enough to ask about on its own. */
export interface LessonSection<Of extends SectionedPassage = LessonPassage> {
  /** From 0, in the order of the lesson: how requests and the coverage map name it. */
  readonly section: number;
  /** As printed; parts of one long section share it. */
  readonly heading: string | null;
  /** The heading if there is one; otherwise the first words. */
  readonly title: string;
  /** Where it begins. */
  readonly page: number | null;
  readonly startSecond: number | null;
  readonly wordCount: number;
  readonly passages: readonly Of[];
}

/** A section of more words is cut into even stretches, so that a text without headings has parts as well. */
const LONGEST_SECTION_WORDS = 1_200;
const STRETCH_WORDS = 600;
/** However long the lesson, its cut sections do not come to many more parts than this. */
const MOST_STRETCHES = 100;
const TITLE_WORDS = 9;
const TITLE_LENGTH = 70;

/**
 * The sections of a lesson, numbered alike for every caller: those of its text, by first appearance, the long ones
 * cut between passages into stretches of about 600 words. Every passage is in exactly one, but for course
 * administration, which is in none. Pure.
 */
export function listSections<Of extends SectionedPassage>(passages: readonly Of[]): LessonSection<Of>[] {
  const groups = new Map<number, Of[]>();
  const teaching = passages.filter(isTeaching);
  for (const passage of teaching) {
    const group = groups.get(passage.section);
    if (group === undefined) groups.set(passage.section, [passage]);
    else group.push(passage);
  }
  const lessonWords = countWords(teaching);
  const stretchWords = Math.max(STRETCH_WORDS, lessonWords / MOST_STRETCHES);
  const sections: LessonSection<Of>[] = [];
  for (const group of groups.values()) {
    for (const [index, stretch] of cutEvenly(group, stretchWords).entries()) {
      const [first] = stretch;
      if (first === undefined) continue;
      sections.push({
        section: sections.length,
        heading: first.heading,
        title: (index === 0 ? first.heading : null) ?? firstWords(first.text),
        page: first.page,
        startSecond: first.startSecond,
        wordCount: countWords(stretch),
        passages: stretch,
      });
    }
  }
  return sections;
}

/** Which section each passage is in, by the passage's id. */
export const sectionOfPassages = (
  sections: readonly LessonSection<SectionedPassage>[],
): ReadonlyMap<string, number> =>
  new Map(sections.flatMap(({ section, passages }) => passages.map(({ id }) => [id, section] as const)));

const countWordsOf = ({ text, wordCount }: SectionedPassage): number => wordCount ?? countWordsIn(text);

const countWords = (passages: readonly SectionedPassage[]): number =>
  passages.reduce((sum, passage) => sum + countWordsOf(passage), 0);

function cutEvenly<Of extends SectionedPassage>(group: readonly Of[], stretchWords: number): Of[][] {
  const words = countWords(group);
  if (words <= Math.max(LONGEST_SECTION_WORDS, stretchWords * 1.5)) return [[...group]];
  const count = Math.round(words / stretchWords);
  const stretches = new Map<number, Of[]>();
  let before = 0;
  for (const passage of group) {
    const length = countWordsOf(passage);
    // By its middle, so that a passage on the border goes where most of it lies.
    const place = Math.min(count - 1, Math.floor(((before + length / 2) * count) / words));
    before += length;
    const stretch = stretches.get(place);
    if (stretch === undefined) stretches.set(place, [passage]);
    else stretch.push(passage);
  }
  return [...stretches.values()];
}

function firstWords(text: string): string {
  const words = text.slice(0, OUTLINE_CHARACTERS).trim().split(/\s+/u);
  let title = words.slice(0, TITLE_WORDS).join(' ');
  if (title.length > TITLE_LENGTH) title = title.slice(0, TITLE_LENGTH).toWellFormed().trimEnd();
  return title.length < text.trim().length ? `${title.replace(/[\s.,;:!?–—-]+$/u, '')}…` : title;
}
