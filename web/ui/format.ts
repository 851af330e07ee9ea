/** Seconds as a player shows them: `4:05`, `1:02:09`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(whole / 3600);
  const [minutes = '00', rest = '00'] = parts;
  return hours > 0 ? `${hours}:${minutes}:${rest}` : `${Number(minutes)}:${rest}`;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in the reader's language: `3.4 MB`. Decimal units, as browsers and stores show them. */
export function formatBytes(sizeBytes: number, language: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3));
  const value = sizeBytes / 1000 ** step;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    // English shortens "bytes" to "byte", which reads like a mistake.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}

export const formatDate = (instant: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(instant));

/** A day without a time, such as `2026-12-01`. */
export const formatDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

export const formatDateTime = (instant: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));

export const formatTime = (instant: string, language: string): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(instant));

const AGES = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const;

/** How long ago a time was, in the largest whole unit; after a week, the date. */
export function formatTimeAgo(instant: string, language: string, nowMilliseconds = Date.now()): string {
  let age = Math.max(0, (nowMilliseconds - Date.parse(instant)) / 1000);
  for (const [unit, size] of AGES) {
    const whole = unit === 'second' ? 0 : Math.floor(age);
    if (age < size)
      return new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }).format(-whole, unit);
    age /= size;
  }
  return formatDate(instant, language);
}

export const formatNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(language).format(value);
