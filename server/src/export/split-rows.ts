/** Cuts one reading of rows into parts of a bounded length, without holding them. */

/** Parts one after another; each must be read to its end before the next. There is always one, if only an empty one. */
export async function* splitRows<Row>(rows: AsyncIterable<Row>, most: number): AsyncGenerator<AsyncIterable<Row>> {
  const reader = rows[Symbol.asyncIterator]();
  try {
    // One row is read ahead: whether there is another part must be known before it is begun.
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
