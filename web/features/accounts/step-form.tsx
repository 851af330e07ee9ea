import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/api-client/api-error.ts';
import { Failure } from '#web/ui/failure.tsx';
import { focusField, readFields, type FieldTexts } from '#web/ui/form-fields.ts';
import classes from './account.module.css';

/**
 * A form of a password, a code, or both: what is missing is said at its field, and what the server says above the form.
 * `send` gets what was typed, by name of the field.
 */
export function StepForm({
  fields,
  missing,
  submit,
  color = 'lapis',
  send,
  extra,
}: {
  fields: (errors: FieldTexts) => ReactNode;
  /** What to say at each field that must be filled in. */
  missing: FieldTexts;
  submit: string;
  color?: 'lapis' | 'red';
  send: (typed: FieldTexts) => Promise<void>;
  extra?: ReactNode;
}) {
  const { t } = useTranslation();
  const [errors, setErrors] = useState<FieldTexts>({});
  const [failure, setFailure] = useState<unknown>();
  const [isWorking, setIsWorking] = useState(false);
  // A second press of Enter comes before React has drawn the button as busy.
  const isSending = useRef(false);

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending.current) return;
    const typed = Object.fromEntries(
      Object.entries(readFields(form)).map(([name, value]) => [name, value.trim()]),
    );
    const empty = Object.fromEntries(Object.entries(missing).filter(([name]) => (typed[name] ?? '') === ''));
    setErrors(empty);
    setFailure(undefined);
    if (Object.keys(empty).length > 0) {
      focusField(form, Object.keys(empty));
      return;
    }
    isSending.current = true;
    setIsWorking(true);
    try {
      await send(typed);
    } catch (error) {
      setFailure(error);
      const field = form.elements.namedItem('code' in missing ? 'code' : 'password');
      if (!(field instanceof HTMLInputElement)) return;
      field.focus();
      field.select();
    } finally {
      isSending.current = false;
      setIsWorking(false);
    }
  };

  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate>
      {failure !== undefined && <Failure message={explainSignInError(t, failure)} error={failure} />}
      <div className={classes.fields}>
        {fields(errors)}
        <Button type="submit" size="md" mt={4} color={color} aria-disabled={isWorking}>
          {isWorking ? t('signIn.checking') : submit}
        </Button>
        {extra}
      </div>
    </form>
  );
}

/** The message for a failed step of signing in or of setting up the second factor. */
export function explainSignInError(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('signIn.failed');
  const { code, errors, detail } = error.problem;
  const field = errors?.[0]?.field;
  if (code === 'validation_failed' && field === 'code') return t('signIn.wrongCode');
  if (code === 'validation_failed' && field === 'password' && error.status === 400) {
    // The server's message explains how an account without a password sets one.
    return detail?.startsWith('Your account has no password') === true ? detail : t('signIn.wrongPassword');
  }
  if (code === 'invalid_credentials') return t('signIn.wrongPassword');
  if (code === 'token_invalid') return t('signIn.expiredStep');
  if (code === 'account_inactive') return t('signIn.inactive');
  if (code === 'too_many_requests') return t('signIn.tooMany');
  return detail ?? t('signIn.failed');
}
