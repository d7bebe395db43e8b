/** Amounts in whole rupiah, as people write them. */

/** `Rp 1.234.567`, in either language. */
export const formatRupiah = (amount: number): string => `Rp ${formatGrouped(amount)}`;

export const formatGrouped = (amount: number): string => String(amount).replace(/\B(?=(\d{3})+$)/g, '.');

/** Whole rupiah out of what was typed, with or without points; null when it is no such number. */
export function parseAmount(typed: string): number | null {
  const digits = typed.replaceAll(/[\s.]|^Rp/gi, '');
  if (!/^\d{1,15}$/.test(digits)) return null;
  return Number(digits);
}
