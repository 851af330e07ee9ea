import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useUnsavedWork, type UnsavedWork } from './unsaved-work.ts';

/* Three ways for forms to hold input and register it as unsaved work. Passwords are never kept. */

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A tab may run an older version of the form than the one that kept the values. */
export function isLike<Values>(initial: Values, kept: unknown): kept is Values {
  if (kept === null || Array.isArray(kept) !== Array.isArray(initial)) return false;
  if (typeof initial !== 'object' || initial === null) return typeof kept === typeof initial;
  if (typeof kept !== 'object') return false;
  return Array.isArray(kept) || Object.keys(kept).every((key) => key in initial);
}

/**
 * Like `useState`, for input in a form. Call the third function when the current input is saved or sent.
 * @param options.write what of the values can be kept, where not all of them are JSON
 * @param options.read the values from what was kept
 */
export function useTyped<Values>(
  form: string,
  initial: Values | (() => Values),
  {
    write = (values) => values,
    read = (values) => values,
    onLeave = 'ask',
  }: {
    write?: (values: Values) => Values;
    read?: (values: Values) => Values;
    onLeave?: UnsavedWork['onLeave'];
  } = {},
): [Values, Dispatch<SetStateAction<Values>>, () => void] {
  const [first] = useState(initial);
  const saved = useRef(first);
  const current = useRef(first);
  const draft = useUnsavedWork(form, {
    onLeave,
    read: () => {
      const typed = write(current.current);
      return isSame(typed, write(saved.current)) ? undefined : typed;
    },
  });
  const [values, setValues] = useState(() =>
    isLike(first, draft)
      ? read(typeof draft === 'object' && !Array.isArray(draft) ? { ...first, ...draft } : draft)
      : first,
  );
  // Not after painting: on a busy machine a key or a click would come first.
  useLayoutEffect(() => {
    current.current = values;
  }, [values]);
  const settle = useCallback(() => {
    saved.current = current.current;
  }, []);
  return [values, setValues, settle];
}

/** The same for a form of react-hook-form. */
export function useTypedForm<Values extends FieldValues>(form: UseFormReturn<Values>, name: string): void {
  const kept = useUnsavedWork(name, {
    onLeave: 'ask',
    read: () => {
      const values = form.getValues();
      return isSame(values, form.formState.defaultValues) ? undefined : values;
    },
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
  const kept = useUnsavedWork(name, {
    onLeave: 'ask',
    read: () => (form.current === null ? undefined : readChanged(form.current)),
  });
  useEffect(() => {
    form.current = ref.current;
    if (form.current !== null && typeof kept === 'object' && kept !== null)
      fill(form.current, kept as Readonly<Record<string, unknown>>);
  }, [kept]);
  return ref;
}
