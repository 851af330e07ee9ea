import { useState, type ReactNode } from 'react';
import classes from './exam.module.css';

/** A small field for a number. What cannot be read is marked and changes nothing. */
export function CountField({
  label,
  value,
  read,
  isShort = false,
  isDecimal = false,
  note,
  onChange,
}: {
  label: string;
  value: number;
  read: (text: string) => number | undefined;
  /** Questions are missing. */
  isShort?: boolean;
  isDecimal?: boolean;
  note?: ReactNode;
  onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (value === 0 ? '' : String(value));
  return (
    <span className={classes.field}>
      <input
        className={classes.input}
        aria-label={label}
        aria-invalid={read(shown) === undefined}
        data-short={isShort || undefined}
        inputMode={isDecimal ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={6}
        placeholder="–"
        value={shown}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text);
          const count = read(text);
          if (count !== undefined) onChange(count);
        }}
        onBlur={() => setTyped(undefined)}
      />
      {note}
    </span>
  );
}
