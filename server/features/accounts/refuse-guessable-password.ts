import { invalidField } from '../../problem-error.ts';
import { isCommonPassword } from '../../security/common-passwords.ts';
import { isWordAboutOneself } from '../../security/words-about-oneself.ts';

/**
 * Refuses a password that a stranger would try first: one about the account itself, or one of those that most people choose.
 * @throws {ProblemError} validation_failed on the field.
 */
export async function refuseGuessablePassword(
  password: string,
  email: string,
  field: 'password' | 'new_password',
): Promise<void> {
  if (isWordAboutOneself(password, email)) {
    throw invalidField(field, 'Choose a password that is not your e-mail address or the name Lectern.');
  }
  if (await isCommonPassword(password)) {
    throw invalidField(field, 'Many people use this password, so it is easy to guess. Choose another one.');
  }
}
