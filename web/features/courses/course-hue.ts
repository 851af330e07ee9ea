/** How many hues there are; `course-card.module.css` holds them as `[data-hue='0']` and so on. */
const HUES = 8;

/** The hue of a department, the same in every browser and on every day; case and spaces around do not count. */
export function hueOf(department: string): number {
  // FNV-1a: short, and spreads names that differ in one letter.
  let hash = 0x811c9dc5;
  for (const character of department.trim().toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  // The low bits alone, which the remainder looks at, are spread badly; the high ones are mixed in.
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES;
}

/** One or two letters that stand for a course: the first ones of its first two words. */
export function monogramOf(title: string): string {
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => /^.\p{M}*/su.exec(word)?.[0] ?? '');
  return letters.join('').toLocaleUpperCase() || '•';
}
