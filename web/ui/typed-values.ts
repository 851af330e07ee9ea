import { useEffect, useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { getSession } from '#web/api-client/session.ts';
import { forgetSignOut, hasSignedOut } from '#web/api-client/sign-out.ts';
import { useLatest } from './use-latest.ts';

/*
 * A session that expires closes every form. What was typed and not sent is then kept for this tab, and the form has it again
 * when its user opens it after signing in. Passwords are never kept.
 */

function keep(name: string, values: unknown): void {
  try {
    window.sessionStorage.setItem(name, JSON.stringify(values));
  } catch {
    // Blocked or full: there is no other place for it.
  }
}

function readKept(name: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(name) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

function forget(name: string): void {
  try {
    window.sessionStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

/** Whether the form closes because the session ended, and not because its user closed it or signed out. */
function isSessionLost(): boolean {
  const { user, deleted } = getSession();
  return user === null && !deleted && !hasSignedOut();
}

/** Another user who signs in must not see it. */
const nameOf = (form: string): string => `typed:${getSession().user?.id ?? 0}:${form}`;

/**
 * What was kept of the form when the session ended, or null.
 * @param form names the form and what it is about, such as `lesson:7`
 * @param read what is to be kept when it ends again; undefined where nothing was typed
 */
export function useKept(form: string, read: () => unknown): unknown {
  // After the session ended there is no user to ask for.
  const [name] = useState(() => nameOf(form));
  const [kept] = useState(() => readKept(name));
  const latest = useLatest(read);
  useEffect(() => {
    forgetSignOut();
    forget(name);
    const close = (): void => {
      const values = isSessionLost() ? latest.current() : undefined;
      if (values !== undefined) keep(name, values);
    };
    return close;
  }, [name, latest]);
  return kept;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A tab may run an older version of the form than the one that kept the values. */
function isLike<Values>(initial: Values, kept: unknown): kept is Values {
  if (kept === null || Array.isArray(kept) !== Array.isArray(initial)) return false;
  if (typeof initial !== 'object' || initial === null) return typeof kept === typeof initial;
  if (typeof kept !== 'object') return false;
  return Array.isArray(kept) || Object.keys(kept).every((key) => key in initial);
}

/**
 * As `useState`, for what is typed into a form.
 * @param options.write what of the values can be kept, where not all of them are JSON
 * @param options.read the values from what was kept
 */
export function useTyped<Values>(
  form: string,
  initial: Values | (() => Values),
  {
    write = (values) => values,
    read = (values) => values,
  }: { write?: (values: Values) => Values; read?: (values: Values) => Values } = {},
): [Values, Dispatch<SetStateAction<Values>>] {
  const [first] = useState(initial);
  const [values, setValues] = useState(() => {
    const kept = readKept(nameOf(form));
    return isLike(first, kept)
      ? read(typeof kept === 'object' && !Array.isArray(kept) ? { ...first, ...kept } : kept)
      : first;
  });
  useKept(form, () => {
    const typed = write(values);
    return isSame(typed, first) ? undefined : typed;
  });
  return [values, setValues];
}

/** The same for a form of react-hook-form. */
export function useTypedForm<Values extends FieldValues>(form: UseFormReturn<Values>, name: string): void {
  const kept = useKept(name, () => {
    const values = form.getValues();
    return isSame(values, form.formState.defaultValues) ? undefined : values;
  });
  useEffect(() => {
    if (typeof kept === 'object' && kept !== null)
      form.reset({ ...form.getValues(), ...kept }, { keepDefaultValues: true });
  }, [form, kept]);
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field =>
  (element instanceof HTMLInputElement && !['password', 'file', 'hidden'].includes(element.type)) ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

const isMarked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return isMarked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

const listFields = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(isField).filter(({ name }) => name !== '');

function readChanged(form: HTMLFormElement): Record<string, string | boolean> | undefined {
  const changed = listFields(form).filter(isChanged);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(
    changed.map((field) => [field.name, isMarked(field) ? field.checked : field.value]),
  );
}

function fill(form: HTMLFormElement, kept: Readonly<Record<string, unknown>>): void {
  for (const field of listFields(form)) {
    const value = kept[field.name];
    if (isMarked(field) && typeof value === 'boolean') field.checked = value;
    else if (!isMarked(field) && typeof value === 'string') field.value = value;
    else continue;
    // For what is drawn according to the field.
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** The same for the named fields of a form that React does not control. @returns the ref for the `form` element */
export function useTypedFields(name: string): RefObject<HTMLFormElement | null> {
  const ref = useRef<HTMLFormElement>(null);
  // React empties a ref before the effects of an unmounted form end.
  const form = useRef<HTMLFormElement>(null);
  const kept = useKept(name, () => (form.current === null ? undefined : readChanged(form.current)));
  useEffect(() => {
    form.current = ref.current;
    if (form.current !== null && typeof kept === 'object' && kept !== null)
      fill(form.current, kept as Readonly<Record<string, unknown>>);
  }, [kept]);
  return ref;
}
