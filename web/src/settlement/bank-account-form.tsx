import { formatAccountNumber } from '@dasbor/contract/account-number';
import { bankName } from '@dasbor/contract/bank';
import { getSettlementSetting, setSettlementBankAccount } from '@dasbor/contract/settlement-admin';
import type { Output } from '@dasbor/contract/route';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { AccountFields, NO_ACCOUNT, isAccountComplete } from '../profile-fields/account-fields.tsx';
import { Instant } from '../ui/instant.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { PendingAccount } from './pending-account.tsx';

type Account = NonNullable<Output<typeof getSettlementSetting>['data']['bank_account']>;
type Pending = NonNullable<Output<typeof getSettlementSetting>['data']['pending_bank_account']>;

/** The settlement bank account; the bank confirms its holder. */
export function BankAccountForm({ account, pending }: { account: Account | null; pending: Pending | null }) {
  const t = messages().bank_account;
  const may = useHasAccess('Business profile', 'manage');
  const client = useQueryClient();
  const [is_open, setOpen] = useState(false);
  const [values, setValues] = useState(NO_ACCOUNT);
  const [was_tried, setTried] = useState(false);
  const group_name = account?.group_name ?? null;
  const is_of_group = group_name !== null || (pending?.group_name ?? null) !== null;
  const save = useMutation({
    mutationFn: () =>
      call(setSettlementBankAccount, { body: { bank_code: values.bank?.code ?? '', account_no: values.account_no } }),
    meta: { quiet: true },
    onSuccess: async (answer) => {
      client.setQueryData(buildQueryKey(getSettlementSetting), answer);
      setOpen(false);
      await showSuccess(t.saved(answer.data.pending_bank_account?.holder_name ?? ''));
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <section aria-label={t.title}>
      <Title order={3} fz="md" mb={6}>
        {t.title}
      </Title>
      {account === null ? (
        <Text c="dimmed" fz="sm">
          {t.none}
        </Text>
      ) : (
        <Text fz="sm">
          {bankName(account.bank_code)} {formatAccountNumber(account.account_last4)}, {account.holder_name}
          {account.usable_from !== null && (
            <Text span c="dimmed" display="block" fz="xs">
              {t.used_from} <Instant at={account.usable_from} />
            </Text>
          )}
          {group_name !== null && (
            <Text span c="dimmed" display="block" fz="xs">
              {t.paid_to_group(group_name)}
            </Text>
          )}
        </Text>
      )}
      {pending !== null && <PendingAccount account={pending} />}
      {is_open ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (isAccountComplete(values)) save.mutate();
          }}
        >
          <Stack gap="sm" mt="sm">
            <AccountFields values={values} onChange={setValues} is_tried={was_tried} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => setOpen(false)}>
                {messages().cancel}
              </Button>
              <Button type="submit" loading={save.isPending}>
                {t.save}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <ActionButton
          mt="xs"
          variant="default"
          disabled_reason={!may ? t.no_access : is_of_group ? t.no_own : undefined}
          onClick={() => setOpen(true)}
        >
          {account === null ? t.add : t.change}
        </ActionButton>
      )}
    </section>
  );
}
