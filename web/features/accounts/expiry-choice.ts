export const EXPIRY_CHOICES = ['30', '90', '365', 'never', 'date'] as const;
export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number];

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/**
 * The instant at which a key stops working, as ISO 8601: in so many days, or at the end of a day of the reader's calendar. Null:
 * never; undefined when the date is missing or does not exist.
 * @param date as a date field has it, `2027-01-31`.
 */
export function readExpiry(choice: ExpiryChoice, date: string, now: Date): string | null | undefined {
  if (choice === 'never') return null;
  if (choice !== 'date') return new Date(now.getTime() + Number(choice) * DAY_MILLISECONDS).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}
