import { BANKS } from '@dasbor/contract/bank';
import { checkAccount } from '@dasbor/contract/refund';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { CheckedAccount } from './form.ts';

const BANK_OPTIONS = BANKS.map(({ code, name }) => ({ code, name }));
type BankOption = (typeof BANK_OPTIONS)[number];

export interface DestinationFieldsProps {
  account: CheckedAccount | null;
  onChange: (account: CheckedAccount | null) => void;
  /** Shown once somebody has tried to go on without a checked account. */
  error: string | undefined;
}

/** The account that gets a transfer; its holder is shown before anything is sent. */
export function DestinationFields({ account, onChange, error }: DestinationFieldsProps) {
  const [bank, setBank] = useState<BankOption | null>(null);
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const check = useMutation({
    mutationFn: (chosen: BankOption) => call(checkAccount, { body: { bank_code: chosen.code, account_no: number } }),
    meta: { quiet: true },
    onSuccess: ({ data }) => onChange(data),
    onError: (problem) => setFault(toProblem(problem).detail),
  });
  const change = (act: () => void) => {
    act();
    setFault(null);
    onChange(null);
  };
  const ask = () => {
    if (bank === null) setFault('Choose the bank.');
    else if (!/^\d{5,20}$/.test(number)) setFault('Enter the number of the account, 5 to 20 digits.');
    else check.mutate(bank);
  };
  return (
    <Stack gap="sm">
      <SelectField
        label="Bank"
        required
        searchable
        options={BANK_OPTIONS}
        value={bank}
        onChange={(next) => change(() => setBank(next))}
      />
      <TextField
        label="Account number"
        required
        inputMode="numeric"
        autoComplete="off"
        value={number}
        onChange={(next) => change(() => setNumber(next.replaceAll(/\D/g, '').slice(0, 20)))}
        error={fault ?? error}
        touched={fault !== null || error !== undefined}
      />
      {account === null ? (
        <Button
          variant="default"
          leftSection={<IconUserCheck size={16} aria-hidden />}
          loading={check.isPending}
          onClick={ask}
        >
          Check name
        </Button>
      ) : (
        <Alert color="green" icon={<IconUserCheck size={18} aria-hidden />} role="status" title={account.account_name}>
          <Text fz="sm">
            {account.bank} •••{account.account}. Go on only if this is who must get the money.
          </Text>
        </Alert>
      )}
    </Stack>
  );
}
