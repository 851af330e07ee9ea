import { NativeSelect, type NativeSelectProps } from '@mantine/core';

/** A browser would show the first option for a value without one, because it is not loaded yet or was deleted. */
const UNKNOWN = '…';

/** Chooses one of several things, such as a course or a lesson. */
export function SelectById({
  items,
  chosen,
  none,
  onChoose,
  ...select
}: {
  items: readonly { readonly id: number; readonly title: string }[];
  /** The id of the chosen item, which need not be among `items`. */
  chosen: number | null;
  /** The label of the option for no item; undefined if there must be one. */
  none?: string;
  onChoose: (id: number | null) => void;
} & Omit<NativeSelectProps, 'data' | 'value' | 'onChange'>) {
  const isUnknown = chosen !== null && items.every(({ id }) => id !== chosen);
  return (
    <NativeSelect
      {...select}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...(isUnknown ? [{ value: String(chosen), label: UNKNOWN }] : []),
        ...items.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
    />
  );
}
