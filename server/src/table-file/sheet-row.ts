/** Rows of uploaded files, and the limits that both readers enforce. */

/** Why a file cannot be read. */
export class UnreadableFileError extends Error {}

export const CELL_CHARS_MAX = 2_000;
export const COLUMNS_MAX = 50;

/** The texts of one row; empty cells are empty texts. */
export type SheetRow = readonly string[];

export const isBlankRow = (row: SheetRow): boolean => row.every((cell) => cell === '');
