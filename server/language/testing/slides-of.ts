import type { PassageKind } from '#server/documents/passage.ts';
import type { LessonText } from '../lesson-text.ts';

/** A slide, or a part of one, for a test. */
export interface TestSlide {
  /** Titles, outermost first. */
  readonly path: readonly string[];
  /** As passages have it: a point a line, two spaces before each for its depth. */
  readonly text: string;
  readonly kind?: PassageKind;
  readonly isAdministrative?: boolean;
  /** Where the slide is built up over several pages. */
  readonly pages?: readonly [number, number];
}

/** A deck as it is read: slides that follow each other with the same titles are one section. */
export function slidesOf(slides: readonly TestSlide[], title = 'Deck'): LessonText {
  let section = -1;
  let pathBefore: string | undefined;
  const passages = slides.map(({ path, text, kind = 'slide', isAdministrative = false, pages }, position) => {
    const joined = path.join('\n');
    if (joined !== pathBefore) section += 1;
    pathBefore = joined;
    const [page, pageEnd] = pages ?? [position + 1, position + 1];
    return {
      id: `p${position}`,
      position,
      text,
      section,
      heading: path.at(-1) ?? null,
      titlePath: path,
      kind,
      isAdministrative,
      page,
      pageEnd,
      startSecond: null,
      endSecond: null,
      startOffset: 0,
      endOffset: text.length,
    };
  });
  return { title, spoken: false, passages };
}
