let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loaded at the first use: most processes never see a new password. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Whether this is one of the 49,000 passwords that appear most often in published leaks, in any case. Asks no one outside. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const known = await (commonPasswords ??= loadCommonPasswords());
  return known.has(password.toLowerCase());
}
