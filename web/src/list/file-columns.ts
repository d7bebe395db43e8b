/** From the columns on the screen to the columns of a file. */

/**
 * The fields behind the visible columns, in their order and each once. `others`: columns that show other fields than
 * the one they are called by; a column without a field in the file is left out by an empty list.
 */
export const toFileColumns = (
  visible: readonly { id: string }[],
  others: Readonly<Record<string, readonly string[]>> = {},
): string => [...new Set(visible.flatMap(({ id }) => others[id] ?? [id]))].join(',');
