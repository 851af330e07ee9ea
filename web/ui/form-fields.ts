import type { TFunction } from 'i18next';
import type { SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#web/api-client/api-error.ts';
import { explainFailure, wordMessage } from './word-message.ts';

/** By field name. */
export type FieldTexts = Readonly<Record<string, string>>;

/** The input of a form, by field name. */
export const readFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );

/** Moves the focus to the first field of the form that is named. */
export const focusField = (form: HTMLFormElement, names: readonly string[]): void =>
  [...form.querySelectorAll<HTMLElement>('[name]:not([type=hidden])')]
    .find((field) => names.includes(field.getAttribute('name') ?? ''))
    ?.focus();

/** Submits a form. The first field that `submit` finds invalid takes the focus. */
export function submitForm(
  event: SubmitEvent<HTMLFormElement>,
  submit: (form: HTMLFormElement) => void,
): void {
  event.preventDefault();
  const form = event.currentTarget;
  flushSync(() => submit(form));
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/**
 * Assigns the error of a failed call to its fields, or to an alert if it concerns no field on the screen.
 * @param names the fields on the screen. @param fallback the message if the server did not answer.
 */
export function describeFailure(
  t: TFunction,
  error: unknown,
  { names, fallback }: { names: readonly string[]; fallback: string },
): { fields: FieldTexts; alert: string | undefined } {
  if (error === null || error === undefined) return { fields: {}, alert: undefined };
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const fields = Object.fromEntries(
    errors
      .filter(({ field }) => names.includes(field))
      .map(({ field, message, message_coded: coded }) => [field, wordMessage(t, coded, message)]),
  );
  const isAboutFields = Object.keys(fields).length > 0;
  return { fields, alert: isAboutFields ? undefined : explainFailure(t, error, fallback) };
}
