/** The largest id that the database has. */
const LARGEST_ID = 2_147_483_647;

/** An id of an address, or undefined when there is none worth asking for. */
export function readId(text: string): number | undefined {
  const id = Number(text);
  return /^[1-9]\d*$/u.test(text) && id <= LARGEST_ID ? id : undefined;
}
