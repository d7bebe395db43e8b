/** The pattern of LIKE and ILIKE that matches texts which contain the given one, whatever characters it has. */
export const toContainsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
