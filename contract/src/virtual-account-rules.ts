/** Rules of virtual accounts that the form and the server share: what each bank takes (domain 4.3). Pure. */
import { type VaBank, getVaBank } from './bank.ts';
import type { VaAmountType, VaType } from './virtual-account-fields.ts';

export interface VaValidationError {
  field: string;
  detail: string;
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

const rupiahText = (amount: number): string => `Rp ${amount.toLocaleString('id-ID')}`;

/** What is wrong with a wish beyond its single fields, in the order of the form. */
export function validateVaInput(wish: VaInput): VaValidationError[] {
  const facts = getVaBank(wish.bank);
  const faults: VaValidationError[] = [];
  if (wish.holder_name.length > facts.holder_name_max) {
    const detail = `${wish.bank} shows at most ${facts.holder_name_max} characters.`;
    faults.push({ field: 'holder_name', detail });
  }
  faults.push(...validateVaAmounts(wish.bank, wish), ...validateSuffix(wish), ...validateExpiry(wish));
  return faults;
}

/** Amounts that a kind of number needs, and those that it does not have. */
export function validateVaAmounts(bank: VaBank, wish: Amounts): VaValidationError[] {
  const wanted = { closed: ['expected_amount'], open: [], min_max: ['amount_min', 'amount_max'] }[wish.amount_type];
  const fields = ['expected_amount', 'amount_min', 'amount_max'] as const;
  const faults = fields.flatMap((field): VaValidationError[] => {
    const given = wish[field];
    const is_wanted = (wanted as readonly string[]).includes(field);
    if (given === undefined) return is_wanted ? [{ field, detail: 'Enter the amount.' }] : [];
    if (!is_wanted) return [{ field, detail: `A number of the kind ${wish.amount_type} has no such amount.` }];
    return validateAmount(bank, field, given);
  });
  const { amount_min, amount_max } = wish;
  if (faults.length === 0 && amount_min !== undefined && amount_max !== undefined && amount_min > amount_max) {
    faults.push({ field: 'amount_max', detail: 'The greatest amount is below the least.' });
  }
  return faults;
}

function validateAmount(bank: VaBank, field: string, amount: number): VaValidationError[] {
  const facts = getVaBank(bank);
  if (amount < facts.amount_min)
    return [{ field, detail: `${bank} takes payments of at least ${rupiahText(facts.amount_min)}.` }];
  if (amount > facts.amount_max)
    return [{ field, detail: `${bank} takes payments of at most ${rupiahText(facts.amount_max)}.` }];
  return [];
}

/** Exactly the bank's digits: nothing is cut or filled up. Zeros only are the merchant's own deposit number. */
function validateSuffix({ bank, suffix }: VaInput): VaValidationError[] {
  if (suffix === undefined) return [];
  const { suffix_digits } = getVaBank(bank);
  const field = 'suffix';
  if (suffix.length !== suffix_digits) return [{ field, detail: `Give exactly ${suffix_digits} digits for ${bank}.` }];
  return /^0+$/.test(suffix) ? [{ field, detail: 'This number is reserved.' }] : [];
}

function validateExpiry({ type, expires_in_s }: Pick<VaInput, 'type' | 'expires_in_s'>): VaValidationError[] {
  if (type === 'reusable' || expires_in_s !== null) return [];
  return [{ field: 'expires_in_s', detail: 'A number for one payment needs an end.' }];
}
