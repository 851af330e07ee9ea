let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loaded at the first use: most processes never see a new password. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Whether this is one of the 49,000 passwords that appear most often in published leaks, in upper or lower case. Makes no request. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const known = await (commonPasswords ??= loadCommonPasswords());
  return known.has(password.toLowerCase());
}

/** Names that every attacker knows, with any digits and punctuation after them. */
const KNOWN_NAMES = ['lectern'];

/**
 * Whether a password is nothing but public data of the account: its email address, the part before the @, or
 * the name of the product, in any case. More than that is not refused: docs/product.md has the rules for passwords.
 */
export function isWordAboutOneself(password: string, email: string): boolean {
  const word = password.toLowerCase();
  const address = email.toLowerCase();
  const known = [address, address.slice(0, address.indexOf('@'))];
  return known.includes(word) || KNOWN_NAMES.includes(word.replace(/[^\p{L}]+$/u, ''));
}
