import { invalidField } from '../../problem-error.ts';
import { isWordAboutOneself } from '../../security/words-about-oneself.ts';

/** @throws {ProblemError} validation_failed on the field. */
export function refuseWordAboutOneself(
  password: string,
  email: string,
  field: 'password' | 'new_password',
): void {
  if (isWordAboutOneself(password, email)) {
    throw invalidField(field, 'Choose a password that is not your e-mail address or the name Lectern.');
  }
}
