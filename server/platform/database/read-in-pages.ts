/**
 * Reads rows one at a time. Keeps one page in memory, and holds no connection between pages.
 * @param limit how many rows a page has; a shorter one is the last.
 * @param listAfter lists the page that begins after this row; without a row, the first page.
 */
export async function* readInPages<Row>(
  limit: number,
  listAfter: (row: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const page = await listAfter(last);
    yield* page;
    last = page.length < limit ? undefined : page.at(-1);
  } while (last !== undefined);
}

/** Maps items as they arrive. */
export async function* mapEach<From, To>(
  items: AsyncIterable<From>,
  map: (item: From) => To,
): AsyncGenerator<To> {
  for await (const item of items) yield map(item);
}
