import { bankName } from '@dasbor/contract/bank';
import { type DepositVa, getDepositVa, listDepositVas, setDepositVaStatus } from '@dasbor/contract/deposit-va';
import type { CallBody } from '@dasbor/contract/route';
import { Group, Stack, Tabs, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { BackToList } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Headline } from '../ui/headline.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { showSuccess } from '../ui/toast.ts';
import { DailyPanel } from './daily-panel.tsx';
import classes from './deposit-va.module.css';
import { FormError } from './form-error.tsx';
import { VA_TONES, buildInstructions } from './labels.ts';
import { messages } from './messages.ts';
import { RecentDeposits } from './recent-deposits.tsx';

/** One deposit VA: number, payment instructions, summary and deposits. */
export function NumberDetail({ va }: { va: DepositVa }) {
  const t = messages();
  return (
    <>
      <PageHeader
        document_title={`${t.title} ${va.bank}`}
        back={<BackToList path="/deposit-va" label={t.title} />}
        title={
          <Headline>
            {bankName(va.bank)}
            <StatusChip status={va.status} tone={VA_TONES[va.status]} />
          </Headline>
        }
        line={<CopyableId value={va.id} label={t.copy.va_id} />}
        actions={<StatusButtons va={va} />}
      />
      <DetailTabs record={va} audit={{ object_types: ['deposit_va'], object_id: va.id }}>
        <div className={classes.columns}>
          <div>
            <Panel title={t.number}>
              <Stack gap="xs">
                <CopyableId value={va.va_number} label={t.copy.va_number}>
                  <span className={classes.number}>{va.va_number}</span>
                </CopyableId>
                <Text>{va.holder_name}</Text>
                {va.failure_message !== null && <FormError detail={t.detail.rejected(va.failure_message)} />}
              </Stack>
            </Panel>
            <Panel title={t.detail.how}>
              <Instructions va={va} />
            </Panel>
            <Panel title={t.detail.summary}>
              <DetailList rows={buildSummary(va)} />
            </Panel>
          </div>
          <div>
            <DailyPanel id={va.id} />
            <RecentDeposits va={va} />
          </div>
        </div>
      </DetailTabs>
    </>
  );
}

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

function buildSummary(va: DepositVa) {
  const { detail: t, numbers } = messages();
  return [
    [numbers.this_month, <Amount key="month" value={va.topped_up_this_month} strong />],
    [numbers.last, va.last_top_up_at && <Instant key="last" at={va.last_top_up_at} />],
    [t.limits, t.range(formatRupiah(va.amount_min), formatRupiah(va.amount_max))],
    [t.payable_from, va.from_any_bank ? t.any_bank : t.only(bankName(va.bank))],
    [t.credited_to, t.payout_balance],
    [t.added, <Instant key="added" at={va.created_at} />],
  ] as const;
}

type Choice = CallBody<typeof setDepositVaStatus>['status'];
const NEXT_STATUSES: Record<DepositVa['status'], readonly Choice[]> = {
  opening: [],
  active: ['inactive', 'closed'],
  inactive: ['active', 'closed'],
  closed: [],
  failed: [],
};

function StatusButtons({ va }: { va: DepositVa }) {
  const t = messages();
  const client = useQueryClient();
  const may_manage = useHasAccess('Deposit VA', 'manage');
  const [wanted, setWanted] = useState<Choice | null>(null);
  const changing = useMutation({
    mutationFn: (status: Choice) => call(setDepositVaStatus, { params: { id: va.id }, body: { status } }),
    meta: { quiet: true },
    onSuccess: (answer) => {
      client.setQueryData(buildQueryKey(getDepositVa, { params: { id: va.id } }), answer);
      void client.invalidateQueries({ queryKey: buildQueryKey(listDepositVas) });
      void showSuccess(t.detail.changed[answer.data.status as Choice]);
      setWanted(null);
    },
  });
  const reason = may_manage ? undefined : t.detail.denied;
  return (
    <>
      <Group gap="xs">
        {NEXT_STATUSES[va.status].map((status) => (
          <ActionButton
            key={status}
            variant="default"
            disabled_reason={reason}
            onClick={() => {
              changing.reset();
              setWanted(status);
            }}
          >
            {t.actions[status].button}
          </ActionButton>
        ))}
      </Group>
      {wanted !== null && (
        <ConfirmModal
          opened
          title={`${t.actions[wanted].button} ${va.va_number}`}
          confirm={t.actions[wanted].button}
          is_dangerous={wanted === 'closed'}
          is_busy={changing.isPending}
          onConfirm={() => changing.mutate(wanted)}
          onClose={() => setWanted(null)}
        >
          <Stack gap="md">
            <Text>{t.actions[wanted].text}</Text>
            <FormError detail={changing.isError ? toProblem(changing.error).detail : null} />
          </Stack>
        </ConfirmModal>
      )}
    </>
  );
}
