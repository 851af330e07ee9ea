import type { Course } from '#contract/courses.ts';

export const COURSE_SORTS = ['newest', 'oldest', 'title', 'department'] as const;
export type CourseSort = (typeof COURSE_SORTS)[number];

export const isCourseSort = (text: string | null): text is CourseSort =>
  COURSE_SORTS.some((sort) => sort === text);

export interface CourseFilter {
  search: string;
  /** Empty: all departments. */
  department: string;
  sort: CourseSort;
}

/** Without case and accents, so that "analisis" finds "Análisis". */
const simplify = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function isFound(course: Course, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const outcomes = course.outcomes.map((outcome) => `${outcome.short_name} ${outcome.description}`);
  const text = simplify([course.title, course.department, course.description, ...outcomes].join('\n'));
  return words.every((word) => text.includes(word));
}

/** The courses that hold every word of the search, in the wanted order; pinned ones first in each. */
export function organiseCourses(
  courses: readonly Course[],
  { search, department, sort }: CourseFilter,
  language: string,
): Course[] {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const words = simplify(search).split(/\s+/).filter(Boolean);
  const orders: Record<CourseSort, (one: Course, other: Course) => number> = {
    newest: (one, other) => other.created_at.localeCompare(one.created_at) || other.id - one.id,
    oldest: (one, other) => one.created_at.localeCompare(other.created_at) || one.id - other.id,
    title: (one, other) => compare(one.title, other.title) || one.id - other.id,
    department: (one, other) =>
      compare(one.department, other.department) || compare(one.title, other.title) || one.id - other.id,
  };
  return courses
    .filter((course) => (department === '' || course.department === department) && isFound(course, words))
    .sort((one, other) => Number(other.is_pinned) - Number(one.is_pinned) || orders[sort](one, other));
}

/** Every department that has a course, in alphabetical order. */
export function listDepartments(courses: readonly Course[], language: string): string[] {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  return [...new Set(courses.map((course) => course.department))].sort(compare);
}
