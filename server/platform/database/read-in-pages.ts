/**
 * Rows one at a time, of which a page is in memory; no connection is held in between.
 * @param listAfter the page that begins after this row, and the first page without one.
 */
export async function* readInPages<Row>(
  listAfter: (row: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const page = await listAfter(last);
    yield* page;
    last = page.at(-1);
  } while (last !== undefined);
}

export async function* mapEach<From, To>(
  items: AsyncIterable<From>,
  map: (item: From) => To,
): AsyncGenerator<To> {
  for await (const item of items) yield map(item);
}
