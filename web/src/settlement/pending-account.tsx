import { formatAccountNumber } from '@dasbor/contract/account-number';
import { bankName } from '@dasbor/contract/bank';
import { approveBankAccount, getSettlementSetting, rejectBankAccount } from '@dasbor/contract/settlement-admin';
import type { Output } from '@dasbor/contract/route';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { Instant } from '../ui/instant.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

type Pending = NonNullable<Output<typeof getSettlementSetting>['data']['pending_bank_account']>;

/** A new bank account that waits for a second person, or for the end of its cooling-off period. */
export function PendingAccount({ account }: { account: Pending }) {
  const t = messages().pending_account;
  const may = useHasAccess('Disbursements', 'approve');
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'reject') =>
      call(decision === 'approve' ? approveBankAccount : rejectBankAccount, { params: { id: account.id } }),
    meta: { quiet: true },
    onSuccess: async (answer, decision) => {
      client.setQueryData(buildQueryKey(getSettlementSetting), answer);
      const missing = answer.data.pending_bank_account?.approvals_missing ?? null;
      const outcome = decision === 'approve' ? t.approved : t.rejected;
      await showSuccess(missing === null ? outcome : t.recorded(missing));
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
  const bank = bankName(account.bank_code);
  const no_approval = account.is_own ? t.own : !may ? t.no_access : account.may_decide ? undefined : t.not_yours;
  return (
    <Alert color="orange" mt="sm" title={account.status === 'pending' ? t.waiting : t.cooling_off}>
      <Text fz="sm">
        {bank} {formatAccountNumber(account.account_last4)}, {account.holder_name}
      </Text>
      {account.group_name !== null && <Text fz="sm">{t.from_group(account.group_name)}</Text>}
      <Text fz="xs" c="dimmed">
        {t.requested_by(account.requested_by)} <Instant at={account.requested_at} />
      </Text>
      {account.usable_from !== null && (
        <Text fz="xs" c="dimmed">
          {t.used_from} <Instant at={account.usable_from} />
        </Text>
      )}
      <Group gap="xs" mt="xs">
        {account.status === 'pending' && (
          <ActionButton
            size="xs"
            disabled_reason={no_approval}
            loading={decide.isPending}
            onClick={() => decide.mutate('approve')}
          >
            {t.approve}
          </ActionButton>
        )}
        {may && (
          <Button size="xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate('reject')}>
            {t.reject}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
