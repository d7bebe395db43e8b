/** Validation of virtual accounts that the form and the server share: the limits of each bank (domain 4.3). Pure. */
import { type VaBank, bankShortName, getVaBank } from './bank.ts';
import { formatRupiah } from './format.ts';
import { type Localized, localized } from './language.ts';
import type { VaAmountType, VaType } from './virtual-account-fields.ts';

export interface VaValidationError {
  field: string;
  detail: Localized;
}

interface Amounts {
  amount_type: VaAmountType;
  expected_amount?: number | undefined;
  amount_min?: number | undefined;
  amount_max?: number | undefined;
}

interface VaInput extends Amounts {
  bank: VaBank;
  holder_name: string;
  type: VaType;
  suffix?: string | undefined;
  expires_in_s: number | null;
}

export const EXPIRY_REQUIRED = localized(
  'A single-use virtual account needs an expiry.',
  'Virtual account sekali pakai memerlukan batas waktu.',
);

/** Validates what depends on several fields or on the bank, in the order of the form. */
export function validateVaInput(input: VaInput): VaValidationError[] {
  const { holder_name_max } = getVaBank(input.bank);
  const errors: VaValidationError[] = [];
  if (input.holder_name.length > holder_name_max) {
    const name = bankShortName(input.bank);
    const detail = localized(
      `${name} allows at most ${holder_name_max} characters.`,
      `${name} mengizinkan paling banyak ${holder_name_max} karakter.`,
    );
    errors.push({ field: 'holder_name', detail });
  }
  errors.push(...validateVaAmounts(input.bank, input), ...validateSuffix(input), ...validateExpiry(input));
  return errors;
}

/** Requires the amounts of the amount type, and none else. */
export function validateVaAmounts(bank: VaBank, input: Amounts): VaValidationError[] {
  const required = { closed: ['expected_amount'], open: [], min_max: ['amount_min', 'amount_max'] }[input.amount_type];
  const fields = ['expected_amount', 'amount_min', 'amount_max'] as const;
  const errors = fields.flatMap((field): VaValidationError[] => {
    const value = input[field];
    const is_required = (required as readonly string[]).includes(field);
    if (value === undefined) {
      return is_required ? [{ field, detail: localized('Enter an amount.', 'Masukkan jumlah.') }] : [];
    }
    if (is_required) return validateAmount(bank, field, value);
    const detail = localized(
      `Remove this amount. It does not apply to the amount type ${input.amount_type}.`,
      `Hapus jumlah ini. Jumlah ini tidak berlaku untuk jenis jumlah ${input.amount_type}.`,
    );
    return [{ field, detail }];
  });
  const { amount_min, amount_max } = input;
  if (errors.length === 0 && amount_min !== undefined && amount_max !== undefined && amount_min > amount_max) {
    const detail = localized(
      'The maximum amount must not be below the minimum.',
      'Jumlah maksimum tidak boleh di bawah jumlah minimum.',
    );
    errors.push({ field: 'amount_max', detail });
  }
  return errors;
}

function validateAmount(channel: VaBank, field: string, amount: number): VaValidationError[] {
  const { amount_min, amount_max } = getVaBank(channel);
  const name = bankShortName(channel);
  if (amount < amount_min) {
    const min = formatRupiah(amount_min);
    const detail = localized(
      `The minimum amount for ${name} is ${min}.`,
      `Jumlah minimum untuk ${name} adalah ${min}.`,
    );
    return [{ field, detail }];
  }
  if (amount > amount_max) {
    const max = formatRupiah(amount_max);
    const detail = localized(
      `The maximum amount for ${name} is ${max}.`,
      `Jumlah maksimum untuk ${name} adalah ${max}.`,
    );
    return [{ field, detail }];
  }
  return [];
}

/** Exactly the number of digits of the bank. All zeros is reserved for the merchant's own deposit number. */
function validateSuffix({ bank, suffix }: VaInput): VaValidationError[] {
  if (suffix === undefined) return [];
  const { suffix_digits } = getVaBank(bank);
  const name = bankShortName(bank);
  const field = 'suffix';
  if (suffix.length !== suffix_digits) {
    const detail = localized(
      `Enter exactly ${suffix_digits} digits for ${name}.`,
      `Masukkan tepat ${suffix_digits} digit untuk ${name}.`,
    );
    return [{ field, detail }];
  }
  if (!/^0+$/.test(suffix)) return [];
  return [{ field, detail: localized('This suffix is reserved.', 'Akhiran ini dicadangkan.') }];
}

function validateExpiry({ type, expires_in_s }: Pick<VaInput, 'type' | 'expires_in_s'>): VaValidationError[] {
  return type === 'reusable' || expires_in_s !== null ? [] : [{ field: 'expires_in_s', detail: EXPIRY_REQUIRED }];
}
