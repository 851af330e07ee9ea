import { Textarea, VisuallyHidden } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './editor.module.css';

const CHARACTERS_A_ROW = 64;

/** Rows that a text takes about, for browsers that cannot let a field grow with its text by themselves. */
const countRows = (text: string): number =>
  text.split('\n').reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / CHARACTERS_A_ROW)), 0);

/** A field as high as its text. */
export function GrowingField({
  id,
  label,
  labelMore,
  className,
  placeholder,
  maxLength,
  notes,
  value,
  onChange,
  onEnter,
}: {
  id?: string;
  label: string;
  /** What follows the label for those who do not see which question the field belongs to; without it, all of it is for them. */
  labelMore?: string;
  className?: string | undefined;
  placeholder?: string;
  maxLength: number;
  /** Problems of the text, announced with the field. */
  notes?: ReactNode;
  value: string;
  onChange: (text: string) => void;
  /** Takes the place of a line break, for a text of one line. */
  onEnter?: () => void;
}) {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || onEnter === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <Textarea
      id={id}
      label={
        labelMore === undefined ? undefined : (
          <>
            {label}
            <VisuallyHidden> {labelMore}</VisuallyHidden>
          </>
        )
      }
      aria-label={labelMore === undefined ? label : undefined}
      description={notes}
      descriptionProps={{ component: 'div', className: classes.notes }}
      inputWrapperOrder={['label', 'input', 'description']}
      dir="auto"
      rows={Math.min(16, countRows(value))}
      maxLength={maxLength}
      placeholder={placeholder}
      classNames={{ input: `${classes.growing ?? ''} ${className ?? ''}`, root: classes.growingRoot }}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={press}
    />
  );
}
