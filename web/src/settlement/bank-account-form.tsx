import { BANKS } from '@dasbor/contract/bank';
import { getSettlementSetting, setSettlementBankAccount } from '@dasbor/contract/settlement-admin';
import type { Output } from '@dasbor/contract/route';
import { Button, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { Instant } from '../ui/instant.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';

type Account = NonNullable<Output<typeof getSettlementSetting>['data']['bank_account']>;

const CHOICES = BANKS.map(({ code, name }) => ({ value: code, label: name }));
const bankName = (code: string): string => BANKS.find((bank) => bank.code === code)?.name ?? code;

/** Where settlements are paid to: the bank is asked whose account it is. */
export function BankAccountForm({ account }: { account: Account | null }) {
  const may = useMay('Business profile', 'manage');
  const client = useQueryClient();
  const [is_open, setOpen] = useState(false);
  const [bank_code, setBank] = useState<string | null>(null);
  const [account_no, setNumber] = useState('');
  const [touched, setTouched] = useState(false);
  const number_fault = /^\d{5,20}$/.test(account_no) ? null : 'An account number has 5 to 20 digits.';
  const save = useMutation({
    mutationFn: () => call(setSettlementBankAccount, { body: { bank_code: bank_code ?? '', account_no } }),
    meta: { quiet: true },
    onSuccess: async (answer) => {
      client.setQueryData(buildQueryKey(getSettlementSetting), answer);
      setOpen(false);
      await showSuccess(`Settlements go to ${answer.data.bank_account?.holder_name ?? 'the account'}`);
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <section aria-label="Bank account">
      <Title order={3} fz="md" mb={6}>
        Bank account
      </Title>
      {account === null ? (
        <Text c="dimmed" fz="sm">
          No account yet. Settlements stay in your available balance.
        </Text>
      ) : (
        <Text fz="sm">
          {bankName(account.bank_code)} ····{account.account_last4}, {account.holder_name}
          <Text span c="dimmed" display="block" fz="xs">
            Used from <Instant at={account.usable_from} /> on
          </Text>
        </Text>
      )}
      {is_open ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setTouched(true);
            if (bank_code !== null && number_fault === null) save.mutate();
          }}
        >
          <Stack gap="sm" mt="sm">
            <Select
              label={fieldLabel({ label: 'Bank', required: true })}
              data={CHOICES}
              value={bank_code}
              searchable
              placeholder="Pilih Bank"
              error={touched && bank_code === null ? 'Choose a bank.' : null}
              onChange={setBank}
            />
            <TextInput
              label={fieldLabel({ label: 'Account number', required: true })}
              inputMode="numeric"
              value={account_no}
              error={touched ? number_fault : null}
              onChange={(event) => setNumber(event.currentTarget.value.replaceAll(/\s/g, ''))}
              onBlur={() => setTouched(account_no !== '')}
            />
            <Text fz="xs" c="dimmed">
              The bank is asked for the holder. A new account is paid to after 24 hours.
            </Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button type="submit" loading={save.isPending}>
                Check and save
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <ReasonedButton
          mt="xs"
          variant="default"
          reason={may ? undefined : 'Only who may change the business profile can change the account.'}
          onClick={() => setOpen(true)}
        >
          {account === null ? 'Add account' : 'Change account'}
        </ReasonedButton>
      )}
    </section>
  );
}
