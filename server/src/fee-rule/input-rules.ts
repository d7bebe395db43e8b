/** Ranges of a fee rule that contradict themselves. */
import { type Localized, localized } from '@dasbor/contract/language';
import type { FeeRuleInput } from '@dasbor/contract/fee-rule';
import { Problem } from '../http/problem.ts';

type Ranges = Partial<
  Pick<FeeRuleInput, 'amount_from' | 'amount_to' | 'fee_min' | 'fee_max' | 'effective_from' | 'effective_to'>
>;

/** Throws 400 if the end of a range is before its start. */
export function assertRanges(input: Ranges): void {
  const found = findInvalidRange(input);
  if (found !== null) throw new Problem(400, 'invalid_request', found.detail, { errors: [found] });
}

/** The first field whose end is before its start; null when there is none. */
function findInvalidRange(input: Ranges): { field: keyof Ranges; detail: Localized } | null {
  const { amount_from = 0, amount_to, fee_min = 0, fee_max, effective_from, effective_to } = input;
  if (amount_to !== undefined && amount_to < amount_from) {
    return {
      field: 'amount_to',
      detail: localized(
        'The maximum amount must not be below the minimum.',
        'Jumlah maksimum tidak boleh di bawah minimum.',
      ),
    };
  }
  if (fee_max !== undefined && fee_max < fee_min) {
    return {
      field: 'fee_max',
      detail: localized(
        'The maximum fee must not be below the minimum.',
        'Biaya maksimum tidak boleh di bawah minimum.',
      ),
    };
  }
  if (effective_from !== undefined && effective_to !== undefined && effective_to <= effective_from) {
    return {
      field: 'effective_to',
      detail: localized('The end date must be after the start date.', 'Tanggal akhir harus setelah tanggal mulai.'),
    };
  }
  return null;
}
