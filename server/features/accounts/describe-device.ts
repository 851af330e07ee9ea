/** Longer ones are cut before they are looked at. */
const READ_CHARACTERS = 512;

/** In this order: most browsers also claim to be others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * What identifies a session to its owner, such as "Firefox on Linux" or "curl", and nothing more: versions
 * and models of devices would tell people apart, and what a stranger may write stays out of the page.
 */
export function describeDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, READ_CHARACTERS);
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1];
  const browser = find(BROWSERS);
  if (browser !== undefined) {
    const system = find(SYSTEMS);
    return system === undefined ? browser : `${browser} on ${system}`;
  }
  return /^[A-Za-z][A-Za-z0-9._-]{0,39}(?=[/ ]|$)/.exec(text)?.[0] ?? 'Unknown device';
}
