import type { Evidence } from '#contract/evidence.ts';

/** Such as `12:34` or `1:02:03`. */
export function writeTime(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  const two = (part: number): string => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`;
}

/** Where the evidence is, such as `p. 7` or `12:34`; empty for a text without pages, times and headings. */
export function describePlace({
  page,
  page_end: end,
  start_second: second,
  section,
}: Omit<Evidence, 'passage_id'>): string {
  if (page !== null) return end === undefined || end === page ? `p. ${page}` : `pp. ${page}–${end}`;
  if (second !== null) return writeTime(second);
  return section ?? '';
}
