/** JSON in pieces: joined, they are one value. */
export type JsonPieces = AsyncIterable<string>;

/** The items of a list; those with long texts in pieces. */
export type JsonList = AsyncIterable<unknown> | Promise<readonly unknown[]>;

const isInPieces = (item: unknown): item is JsonPieces =>
  typeof item === 'object' && item !== null && Symbol.asyncIterator in item;

/**
 * An object as JSON that holds one item of its lists at a time.
 * @param head its other members, at least one.
 * @param lists by the name of the member, in their order; each is read when its turn comes.
 */
export async function* writeJson(
  head: object,
  lists: Readonly<Record<string, () => JsonList>>,
): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}:[`;
    let separator = '\n';
    for await (const item of await list()) {
      if (isInPieces(item)) {
        yield separator;
        yield* item;
      } else yield separator + JSON.stringify(item);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}';
}
