import classes from './sharing.module.css';

/** A choice of a form, as the browser draws it. */
export function Choice({
  name,
  label,
  value,
  options,
  onChoose,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose?: (value: string) => void;
}) {
  return (
    <label className={classes.choice}>
      {label}
      <select
        // A list that loads later, or was just imported, must be able to become the choice.
        key={options.length}
        name={name}
        defaultValue={value}
        onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
