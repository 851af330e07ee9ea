import { Button } from '@mantine/core';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '#web/ui/failure.tsx';
import classes from './accounts.module.css';
import { explainSignInError } from './explain-sign-in-error.ts';

export type StepErrors = Readonly<Record<string, string>>;

/**
 * A form of a password, a code, or both: what is missing is said at its field, and what the server says above the form.
 * `send` gets what was typed, by name of the field.
 */
export function StepForm({
  fields,
  missing,
  submit,
  color,
  send,
  onFailure,
  extra,
}: {
  fields: (errors: StepErrors) => ReactNode;
  /** What to say at each field that must be filled in. */
  missing: StepErrors;
  submit: string;
  color?: string;
  send: (typed: Readonly<Record<string, string>>) => Promise<void>;
  onFailure?: (error: unknown) => void;
  extra?: ReactNode;
}) {
  const { t } = useTranslation();
  const [errors, setErrors] = useState<StepErrors>({});
  const [failure, setFailure] = useState<unknown>();
  const [isWorking, setIsWorking] = useState(false);
  // A second press of Enter comes before React has drawn the button as busy.
  const isSending = useRef(false);

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending.current) return;
    const typed = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
    );
    const empty = Object.entries(missing).filter(([name]) => (typed[name] ?? '') === '');
    setErrors(Object.fromEntries(empty));
    setFailure(undefined);
    const [first] = empty;
    if (first !== undefined) {
      focusField(form, first[0]);
      return;
    }
    isSending.current = true;
    setIsWorking(true);
    try {
      await send(typed);
    } catch (error) {
      setFailure(error);
      onFailure?.(error);
      focusField(form, 'code' in missing ? 'code' : 'password');
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
        <Button
          type="submit"
          size="md"
          mt={4}
          aria-disabled={isWorking}
          {...(color === undefined ? {} : { color })}
        >
          {isWorking ? t('signIn.checking') : submit}
        </Button>
        {extra}
      </div>
    </form>
  );
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
