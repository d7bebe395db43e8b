/** Lists come in pages. */

interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

/**
 * Reads a list page by page, newest first, as far as the loop goes:
 * `for await (const payment of listAll((cursor) => dasbor.GET('/transactions', { params: { query: { cursor } } })))`.
 */
export async function* listAll<T>(
  readPage: (cursor: string | undefined) => Promise<{ data?: Page<T> }>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const { data } = await readPage(cursor);
    yield* data?.data ?? [];
    cursor = data?.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
