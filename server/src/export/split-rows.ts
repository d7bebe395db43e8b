/** Splits a stream of rows into parts of a bounded length, without buffering them. */

/** Yields at least one part. Each part must be read to its end before the next. */
export async function* splitRows<Row>(rows: AsyncIterable<Row>, most: number): AsyncGenerator<AsyncIterable<Row>> {
  const reader = rows[Symbol.asyncIterator]();
  try {
    // Reads one row ahead, to know whether there is another part.
    let next = await reader.next();
    const part = async function* (): AsyncGenerator<Row> {
      for (let count = 0; count < most && next.done !== true; count++) {
        const row = next.value;
        next = await reader.next();
        yield row;
      }
    };
    do yield part();
    while (next.done !== true);
  } finally {
    await reader.return?.();
  }
}
