import type { OutlineEntry } from '../pdf-outline.ts';

/** What is known of a slide before its title path is. */
export interface TitledSlide {
  /** From 1. */
  readonly page: number;
  readonly title: string | undefined;
  readonly opensSection: boolean;
  readonly isAgenda: boolean;
  /** Of an agenda: its points. */
  readonly points: readonly string[];
}

const continued =
  /\s*(?:[([]\s*(?:cont(?:inued|['’]d|d)?\.?|\d{1,2}(?:\s*(?:\/|of)\s*\d{1,2})?|[ivx]{1,4})\s*[)\]]|\s[-–—:]?\s*cont(?:inued|['’]d|d)?\.?|\s[-–—]\s*\d{1,2}|\s\d{1,2}\/\d{1,2}|…|\.\.\.)\s*$/iu;
const mostTitles = 4;

/** The title without what says that it is continued: "Idea (2)", "Idea cont.", "Idea 1/3". */
export function baseTitle(title: string): string {
  const base = title.replace(continued, '').trim();
  return base === '' ? title : base;
}

export const sameTitle = (one: string, other: string): boolean => titleKey(one) === titleKey(other);

/** A title without numbers, case and punctuation: two spellings of one title have the same. */
export const titleKey = (title: string): string =>
  baseTitle(title)
    .toLowerCase()
    .replace(/^(?:\d+(?:\.\d+)*\.?|[ivx]+\.|part|section|chapter|lecture)\s+/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The titles above each slide and its own, outermost first. Sections come from the outline of the PDF; without one, from
 * pages that hold nothing but a section's title, and from points of an agenda that recur as a title or with the
 * agenda itself.
 */
export function findTitlePaths(slides: readonly TitledSlide[], outline: readonly OutlineEntry[]): string[][] {
  const sections = sectionsOfOutline(slides, outline) ?? sectionsOfSlides(slides);
  return slides.map(({ title, opensSection }, index) => {
    const path = [...(sections[index] ?? [])];
    if (title !== undefined && !opensSection) path.push(baseTitle(title));
    const distinct = path.filter((each, place) => place === 0 || !sameTitle(each, path[place - 1] ?? ''));
    return distinct.slice(-mostTitles);
  });
}

/** Undefined where the outline says no more than the titles of the slides do. */
function sectionsOfOutline(
  slides: readonly TitledSlide[],
  outline: readonly OutlineEntry[],
): string[][] | undefined {
  const titleOf = new Map(slides.map((slide) => [slide.page, slide.opensSection ? undefined : slide.title]));
  const repeats = new Set(outline.filter((entry) => sameTitle(titleOf.get(entry.page) ?? '', entry.title)));
  // PowerPoint names every slide in its outline.
  const namesSlides = repeats.size > 0.4 * slides.length;
  const entries = (namesSlides ? outline.filter((entry) => !repeats.has(entry)) : [...outline]).sort(
    (a, b) => a.page - b.page,
  );
  if (entries.length === 0 || entries.length > slides.length) return undefined;
  const open: OutlineEntry[] = [];
  let next = 0;
  return slides.map(({ page }) => {
    for (; (entries[next]?.page ?? Infinity) <= page; next++) {
      const entry = entries[next];
      if (entry === undefined) break;
      while ((open.at(-1)?.level ?? 0) >= entry.level) open.pop();
      open.push(entry);
    }
    return open.map(({ title }) => title);
  });
}

function sectionsOfSlides(slides: readonly TitledSlide[]): string[][] {
  const agenda = slides.find(({ isAgenda, points }) => isAgenda && points.length > 1);
  const points = agenda?.points ?? [];
  const agendas = slides.filter(({ isAgenda }) => isAgenda).length;
  // Shown before each section, perhaps also once at the beginning.
  const atSections = agendas > 1 && (agendas === points.length || agendas === points.length + 1);
  let shown = agendas === points.length + 1 ? -1 : 0;
  let section: string | undefined;
  return slides.map((slide) => {
    if (slide.opensSection) section = slide.title;
    else if (slide.isAgenda) {
      if (atSections) section = points[shown++] ?? section;
    } else section = points.find((point) => sameTitle(point, slide.title ?? '')) ?? section;
    return section === undefined ? [] : [baseTitle(section)];
  });
}
