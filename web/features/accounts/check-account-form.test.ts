import { expect, test } from 'vitest';
import { registerRequest } from '#contract/accounts.ts';
import { problemsOf as problemsIn } from './check-account-form.ts';

const problemsOf = (typed: Record<string, string>) => {
  const { error } = registerRequest.safeParse(typed);
  return error && problemsIn(error);
};

test('an empty field comes before passwords that differ, and those before a short one', () => {
  const typed = { email: '', password: 'short', password2: 'other' };
  expect(problemsOf(typed)?.alert.text).toBe('Please fill in all fields.');
  expect(problemsOf({ ...typed, email: 'a@b.example' })?.alert.text).toBe('Passwords do not match.');
  expect(problemsOf({ ...typed, email: 'a@b.example', password2: 'short' })?.alert.text).toBe(
    'Password must be at least 8 characters long.',
  );
});

test('each field keeps what is wrong with it', () => {
  expect(problemsOf({ email: 'nobody', password: 'short', password2: 'other' })?.fields).toEqual({
    email: { text: 'Enter a valid email address.', coded: { code: 'email_invalid', params: {} } },
    password: {
      text: 'Password must be at least 8 characters long.',
      coded: { code: 'password_too_short', params: { minimum: 8 } },
    },
    password2: { text: 'Passwords do not match.', coded: { code: 'passwords_differ', params: {} } },
  });
});
