import { Secret, TOTP } from 'otpauth';

/** What every authenticator app supports: six digits of SHA-1, new every 30 seconds (RFC 6238). */
const FORM = { issuer: 'Lectern', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** One step to either side, for clocks that differ. */
const WINDOW = 1;

/** A new secret, in base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** What a QR code of the set-up contains. @param label as the app lists it, such as the e-mail address. */
export const totpUri = (secret: string, label: string): string =>
  new TOTP({ ...FORM, label, secret }).toString();

/**
 * The time step that the code belongs to, or undefined when it is wrong or of a step up to `lastStep`: a code that was read over
 * someone's shoulder is worth nothing once it has been used.
 */
export function findTotpStep(
  secret: string,
  code: string,
  { lastStep, now }: { lastStep: number; now: Date },
): number | undefined {
  const totp = new TOTP({ ...FORM, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp }) + delta;
  return step > lastStep ? step : undefined;
}
