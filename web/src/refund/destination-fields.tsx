import { formatAccountNumber } from '@dasbor/contract/account-number';
import { BANKS, type BankInfo, isBankMatch } from '@dasbor/contract/bank';
import { checkAccount } from '@dasbor/contract/account-check';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { CheckedAccount } from './form.ts';
import { messages } from './messages.ts';

export interface DestinationFieldsProps {
  account: CheckedAccount | null;
  onChange: (account: CheckedAccount | null) => void;
  /** Shown after an attempt to submit without a checked account. */
  error: string | undefined;
}

/** Beneficiary account of a transfer. The account name is checked before the refund is created. */
export function DestinationFields({ account, onChange, error }: DestinationFieldsProps) {
  const t = messages().account;
  const [bank, setBank] = useState<BankInfo | null>(null);
  const [number, setNumber] = useState('');
  const [account_error, setAccountError] = useState<string | null>(null);
  const check = useMutation({
    mutationFn: (chosen: BankInfo) => call(checkAccount, { body: { bank_code: chosen.code, account_no: number } }),
    meta: { quiet: true },
    onSuccess: ({ data }) => onChange(data),
    onError: (problem) => setAccountError(toProblem(problem).detail),
  });
  const change = (act: () => void) => {
    act();
    setAccountError(null);
    onChange(null);
  };
  const submitCheck = () => {
    if (bank === null) setAccountError(t.select_bank);
    else if (!/^\d{5,20}$/.test(number)) setAccountError(t.wrong_number);
    else check.mutate(bank);
  };
  return (
    <Stack gap="sm">
      <SelectField
        label={t.bank}
        required
        searchable
        isMatch={isBankMatch}
        options={BANKS}
        value={bank}
        onChange={(next) => change(() => setBank(next))}
      />
      <TextField
        label={t.number}
        required
        inputMode="numeric"
        autoComplete="off"
        value={number}
        onChange={(next) => change(() => setNumber(next.replaceAll(/\D/g, '').slice(0, 20)))}
        error={account_error ?? error}
        touched={account_error !== null || error !== undefined}
      />
      {account === null ? (
        <Button
          variant="default"
          leftSection={<IconUserCheck size={16} aria-hidden />}
          loading={check.isPending}
          onClick={submitCheck}
        >
          {t.check}
        </Button>
      ) : (
        <Alert color="green" icon={<IconUserCheck size={18} aria-hidden />} role="status" title={account.verified_name}>
          <Text fz="sm">{t.confirm(`${account.bank} ${formatAccountNumber(account.account_last4)}`)}</Text>
        </Alert>
      )}
    </Stack>
  );
}
