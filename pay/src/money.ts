/** Formats and parses amounts in whole rupiah. */

/** `Rp 1.234.567`, in either language. */
export const formatRupiah = (amount: number): string => `Rp ${formatGrouped(amount)}`;

export const formatGrouped = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, '.');

/** Parses whole rupiah, with or without separators; null when invalid. */
export function parseAmount(text: string): number | null {
  const digits = text.replaceAll(/[\s.]|^Rp/gi, '');
  if (!/^\d{1,15}$/.test(digits)) return null;
  return Number(digits);
}
