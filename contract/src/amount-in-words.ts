/** Amounts in Indonesian words ("terbilang"), which invoices in Indonesia show next to the figures. */

const DIGITS = ['', 'satu', 'dua', 'tiga', 'empat', 'lima', 'enam', 'tujuh', 'delapan', 'sembilan'];
const SCALES = ['', 'ribu', 'juta', 'miliar', 'triliun', 'kuadriliun'];

/** Words of 1 to 999. */
function spellBelowThousand(value: number): string[] {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const words = hundreds === 0 ? [] : hundreds === 1 ? ['seratus'] : [DIGITS[hundreds] ?? '', 'ratus'];
  if (rest === 10) return [...words, 'sepuluh'];
  if (rest === 11) return [...words, 'sebelas'];
  const [tens, ones] = [Math.floor(rest / 10), rest % 10];
  if (tens === 1) return [...words, DIGITS[ones] ?? '', 'belas'];
  return [...words, ...(tens === 0 ? [] : [DIGITS[tens] ?? '', 'puluh']), ...(ones === 0 ? [] : [DIGITS[ones] ?? ''])];
}

/** `1250000` → `Satu juta dua ratus lima puluh ribu rupiah`. */
export function spellRupiah(amount: number): string {
  const groups: number[] = [];
  for (let left = Math.abs(amount); left > 0; left = Math.floor(left / 1000)) groups.unshift(left % 1000);
  const words = groups.flatMap((group, index) => {
    const scale = groups.length - 1 - index;
    if (group === 0) return [];
    // One thousand is one word; one million is not.
    return scale === 1 && group === 1 ? ['seribu'] : [...spellBelowThousand(group), SCALES[scale] ?? ''];
  });
  const text = [amount < 0 ? 'minus' : '', ...(words.length === 0 ? ['nol'] : words), 'rupiah']
    .filter((word) => word !== '')
    .join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
