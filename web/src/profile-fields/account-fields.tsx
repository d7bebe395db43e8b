/** The fields of a settlement bank account. */
import { BANKS, type BankInfo, isBankMatch } from '@dasbor/contract/bank';
import { Text } from '@mantine/core';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';

export interface AccountValues {
  bank: BankInfo | null;
  account_no: string;
}
export const NO_ACCOUNT: AccountValues = { bank: null, account_no: '' };

const hasNumber = ({ account_no }: AccountValues): boolean => /^\d{5,20}$/.test(account_no);

export const isAccountComplete = (values: AccountValues): boolean => values.bank !== null && hasNumber(values);

export interface AccountFieldsProps {
  values: AccountValues;
  onChange: (values: AccountValues) => void;
  is_tried: boolean;
  required?: boolean;
  /** Why the server refused the account. */
  problem?: string | undefined;
}

export function AccountFields({ values, onChange, is_tried, required = true, problem }: AccountFieldsProps) {
  const t = messages().account;
  const is_checked = required || values.bank !== null || values.account_no !== '';
  const touched = is_tried || problem !== undefined ? { touched: true } : {};
  return (
    <>
      <SelectField
        label={t.bank}
        required={required}
        clearable={!required}
        searchable
        isMatch={isBankMatch}
        options={BANKS}
        value={values.bank}
        onChange={(bank) => onChange({ ...values, bank })}
        error={is_checked && values.bank === null ? t.choose_bank : null}
        {...touched}
      />
      <TextField
        label={t.account_number}
        required={required}
        inputMode="numeric"
        autoComplete="off"
        value={values.account_no}
        onChange={(text) => onChange({ ...values, account_no: text.replaceAll(/\D/g, '').slice(0, 20) })}
        error={is_checked && !hasNumber(values) ? t.invalid_number : problem}
        {...touched}
      />
      <Text fz="xs" c="dimmed">
        {t.note}
      </Text>
    </>
  );
}
