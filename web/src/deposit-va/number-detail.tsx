import {
  type DepositVa,
  getDepositVa,
  listDepositVas,
  listDeposits,
  setDepositVaStatus,
} from '@dasbor/contract/deposit-va';
import type { CallBody } from '@dasbor/contract/route';
import { Group, Stack, Tabs, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { BackToList } from '../list/back-to-list.tsx';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { showSuccess } from '../ui/toast.ts';
import { DailyPanel } from './daily-panel.tsx';
import { DepositChip } from './deposit-columns.tsx';
import classes from './deposit-va.module.css';
import { FormError } from './form-error.tsx';
import { VA_MEANING, buildInstructions, getBankName } from './labels.ts';

/** One permanent number: how to pay it, what came, and its state. */
export const NumberDetail = ({ va }: { va: DepositVa }) => (
  <>
    <PageHeader
      document_title={`Deposit VA ${va.bank}`}
      back={<BackToList path="/deposit-va" label="Deposit VA" />}
      title={
        <span className={classes.headline}>
          {getBankName(va.bank)}
          <StatusChip status={va.status} meaning={VA_MEANING[va.status]} />
        </span>
      }
      line={<CopyableId value={va.id} label="deposit VA id" />}
      actions={<StatusButtons va={va} />}
    />
    <div className={classes.columns}>
      <div>
        <Panel title="Number">
          <Stack gap="xs">
            <CopyableId value={va.va_number} label="VA number">
              <span className={classes.number}>{va.va_number}</span>
            </CopyableId>
            <Text>{va.holder_name}</Text>
            {va.failure_message !== null && <FormError detail={`The bank refused: ${va.failure_message}`} />}
          </Stack>
        </Panel>
        <Panel title="How to pay">
          <Instructions va={va} />
        </Panel>
        <Panel title="Summary">
          <DetailList rows={buildSummary(va)} />
        </Panel>
      </div>
      <div>
        <DailyPanel id={va.id} />
        <RecentDeposits va={va} />
      </div>
    </div>
  </>
);

function Instructions({ va }: { va: DepositVa }) {
  const instructions = buildInstructions(va.bank, va.va_number, va.from_any_bank);
  return (
    <Tabs defaultValue={instructions[0]?.channel ?? ''}>
      <Tabs.List mb="sm">
        {instructions.map(({ channel }) => (
          <Tabs.Tab key={channel} value={channel} className={classes.channels}>
            {channel}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {instructions.map(({ channel, steps }) => (
        <Tabs.Panel key={channel} value={channel}>
          <ol className={classes.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

const buildSummary = (va: DepositVa) =>
  [
    ['Topped up this month', <Amount key="month" value={va.topped_up_this_month} strong />],
    ['Last top-up', va.last_top_up_at && <Instant key="last" at={va.last_top_up_at} />],
    ['One payment', `${formatRupiah(va.amount_min)} to ${formatRupiah(va.amount_max)}`],
    ['Payable from', va.from_any_bank ? 'Any bank' : `${getBankName(va.bank)} only`],
    ['Credited to', 'Payout balance, at once'],
    ['Added', <Instant key="added" at={va.created_at} />],
  ] as const;

function RecentDeposits({ va }: { va: DepositVa }) {
  const deposits = useQuery({
    ...buildQuery(listDeposits, { query: { deposit_va_id: va.id, limit: 10 } }),
    meta: { quiet: true },
  });
  const rows = deposits.data?.data ?? [];
  return (
    <Panel
      title="Deposits"
      flush
      actions={
        <Link to="/deposit-va" search={{ deposit_va_id: va.id }} className={classes.link}>
          All deposits
        </Link>
      }
    >
      {rows.length === 0 ? (
        <Text c="dimmed" p="md">
          {deposits.isPending ? 'Loading…' : deposits.isError ? deposits.error.detail : 'No deposits yet.'}
        </Text>
      ) : (
        <div className={classes.scroller} tabIndex={0} role="region" aria-label="Deposits of this number">
          <table className={classes.table}>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link to="/deposit-va/$id" params={{ id: row.id }}>
                      <Instant at={row.received_at} />
                    </Link>
                  </td>
                  <td>{row.sender_name ?? '–'}</td>
                  <td data-amount>
                    <Amount value={row.amount} strong />
                  </td>
                  <td>
                    <DepositChip status={row.status} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

type Choice = CallBody<typeof setDepositVaStatus>['status'];
const ACTION_TEXTS: Record<Choice, { button: string; text: string }> = {
  active: { button: 'Resume', text: 'The number takes deposits again.' },
  inactive: {
    button: 'Pause',
    text: 'The number takes no deposits until you resume it. Money that comes all the same is held until the provider has looked at it.',
  },
  closed: {
    button: 'Close',
    text: 'The bank closes the number. Added again later, it is the same number.',
  },
};
const NEXT_STATUSES: Record<DepositVa['status'], readonly Choice[]> = {
  opening: [],
  active: ['inactive', 'closed'],
  inactive: ['active', 'closed'],
  closed: [],
  failed: [],
};

function StatusButtons({ va }: { va: DepositVa }) {
  const client = useQueryClient();
  const may_manage = useMay('Deposit VA', 'manage');
  const [wanted, setWanted] = useState<Choice | null>(null);
  const changing = useMutation({
    mutationFn: (status: Choice) => call(setDepositVaStatus, { params: { id: va.id }, body: { status } }),
    meta: { quiet: true },
    onSuccess: (answer) => {
      client.setQueryData(buildQueryKey(getDepositVa, { params: { id: va.id } }), answer);
      void client.invalidateQueries({ queryKey: buildQueryKey(listDepositVas) });
      void showSuccess(`The number is ${answer.data.status}`);
      setWanted(null);
    },
  });
  const reason = may_manage ? undefined : 'Your role may look at numbers, not change them.';
  return (
    <>
      <Group gap="xs">
        {NEXT_STATUSES[va.status].map((status) => (
          <ReasonedButton
            key={status}
            variant="default"
            reason={reason}
            onClick={() => {
              changing.reset();
              setWanted(status);
            }}
          >
            {ACTION_TEXTS[status].button}
          </ReasonedButton>
        ))}
      </Group>
      {wanted !== null && (
        <ConfirmModal
          opened
          title={`${ACTION_TEXTS[wanted].button} ${va.va_number}`}
          confirm={ACTION_TEXTS[wanted].button}
          is_dangerous={wanted === 'closed'}
          is_busy={changing.isPending}
          onConfirm={() => changing.mutate(wanted)}
          onClose={() => setWanted(null)}
        >
          <Stack gap="md">
            <Text>{ACTION_TEXTS[wanted].text}</Text>
            <FormError detail={changing.isError ? toProblem(changing.error).detail : null} />
          </Stack>
        </ConfirmModal>
      )}
    </>
  );
}
