import { BANKS, type BankInfo, isBankMatch } from '@dasbor/contract/bank';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';

export interface AccountForm {
  bank: BankInfo | null;
  account_no: string;
}
export const EMPTY_ACCOUNT: AccountForm = { bank: null, account_no: '' };

/** The account of a request; null while it is incomplete. */
export const toAccountBody = ({ bank, account_no }: AccountForm): { bank_code: string; account_no: string } | null =>
  bank === null || !/^\d{5,20}$/.test(account_no) ? null : { bank_code: bank.code, account_no };

/** Bank and number of another account. The bank is asked about its holder when the request is sent. */
export function AccountFields({ value, onChange }: { value: AccountForm; onChange: (next: AccountForm) => void }) {
  const t = messages().exceptions;
  return (
    <>
      <SelectField
        label={t.bank}
        required
        searchable
        isMatch={isBankMatch}
        options={BANKS}
        value={value.bank}
        onChange={(bank) => onChange({ ...value, bank })}
      />
      <TextField
        label={t.account_no}
        required
        inputMode="numeric"
        autoComplete="off"
        value={value.account_no}
        onChange={(next) => onChange({ ...value, account_no: next.replaceAll(/\D/g, '').slice(0, 20) })}
      />
    </>
  );
}
