import { getSettlementSetting, setSettlementSetting } from '@dasbor/contract/settlement-admin';
import type { Output } from '@dasbor/contract/route';
import { Alert, Group, SegmentedControl, Select, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatPaymentMethod } from '../list/filter-labels.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { BankAccountForm } from './bank-account-form.tsx';
import { messages } from './messages.ts';
import { formatTerm } from './term-labels.tsx';
import { useSettlementSetting } from './use-setting.ts';

type Setting = Output<typeof getSettlementSetting>['data'];

/** Settlement destination, schedule, payout bank account and terms. */
export function PayoutSettings() {
  const t = messages();
  const setting = useSettlementSetting();
  if (setting.isPending) return <Skeleton h={320} radius={10} />;
  if (setting.data === undefined) {
    const { message, request_id } = setting.error as { message: string; request_id?: string };
    return <FailedState detail={message} request_id={request_id} onRetry={() => void setting.refetch()} />;
  }
  const { data } = setting.data;
  return (
    <Stack gap="md" maw={640}>
      {data.is_held && (
        <Alert color="orange" title={t.settings.held}>
          {data.held_reason ?? t.settings.held_line}
        </Alert>
      )}
      <Panel title={t.settings.title}>
        <SettingForm key={buildFormKey(data)} setting={data} />
      </Panel>
      <Panel>
        <BankAccountForm account={data.bank_account} pending={data.pending_bank_account} />
      </Panel>
      <Panel>
        <Terms terms={data.terms} />
      </Panel>
    </Stack>
  );
}

/** Stored values restart the form; a decision on the bank account does not, which may come while somebody edits. */
const buildFormKey = (setting: Setting): string =>
  JSON.stringify({ ...setting, bank_account: null, pending_bank_account: null });

const MONTH_DAYS = Array.from({ length: 28 }, (_, at) => at + 1);

const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

function SettingForm({ setting }: { setting: Setting }) {
  const t = messages().settings;
  const may = useHasAccess('Reports', 'manage');
  const client = useQueryClient();
  const [destination, setDestination] = useState(setting.destination);
  const [schedule, setSchedule] = useState(setting.schedule);
  const [approval, setApproval] = useState(setting.approval);
  const [weekday, setWeekday] = useState(setting.weekday ?? 1);
  const [month_day, setMonthDay] = useState(setting.month_day ?? 1);
  const [minimum_amount, setMinimum] = useState<number | null>(setting.minimum_amount);
  const save = useMutation({
    mutationFn: () => {
      const days = {
        weekday: schedule === 'weekly' ? weekday : null,
        month_day: schedule === 'monthly' ? month_day : null,
      };
      const body = { destination, schedule, approval, ...days, minimum_amount: minimum_amount ?? 0 };
      return call(setSettlementSetting, { body });
    },
    meta: { quiet: true },
    onSuccess: async (answer) => {
      client.setQueryData(buildQueryKey(getSettlementSetting), answer);
      await showSuccess(t.saved);
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <Stack gap="sm">
      <Choice
        label={t.destination}
        data={toOptions(t.destinations)}
        value={destination}
        onChange={(v) => setDestination(v as typeof destination)}
      />
      <Choice
        label={t.schedule}
        data={toOptions(t.schedules)}
        value={schedule}
        onChange={(v) => setSchedule(v as typeof schedule)}
      />
      {schedule === 'weekly' && (
        <Select
          label={t.day}
          data={toOptions(t.weekdays)}
          value={String(weekday)}
          allowDeselect={false}
          onChange={(v) => setWeekday(Number(v))}
        />
      )}
      {schedule === 'monthly' && (
        <Select
          label={t.day}
          data={MONTH_DAYS.map((day) => ({ value: String(day), label: t.month_day(day) }))}
          value={String(month_day)}
          allowDeselect={false}
          onChange={(v) => setMonthDay(Number(v))}
        />
      )}
      <Choice
        label={t.approval}
        data={toOptions(t.approvals)}
        value={approval}
        onChange={(v) => setApproval(v as typeof approval)}
      />
      <AmountField label={t.minimum} description={t.minimum_note} value={minimum_amount} onChange={setMinimum} />
      <Group justify="flex-end">
        <ActionButton
          disabled_reason={may ? undefined : t.no_access}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t.save}
        </ActionButton>
      </Group>
    </Stack>
  );
}

const Choice = (props: {
  label: string;
  data: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}) => (
  <div>
    <Text fz="sm" fw={550} mb={4}>
      {props.label}
    </Text>
    <SegmentedControl
      fullWidth
      aria-label={props.label}
      data={props.data}
      value={props.value}
      onChange={props.onChange}
    />
  </div>
);

const Terms = ({ terms }: { terms: Setting['terms'] }) => (
  <section aria-label={messages().settings.terms}>
    <Title order={3} fz="md" mb={6}>
      {messages().settings.terms}
    </Title>
    <Text c="dimmed" fz="sm" mb="xs">
      {messages().settings.terms_note}
    </Text>
    <Table withRowBorders verticalSpacing={6}>
      <Table.Tbody>
        {terms.map((term) => (
          <Table.Tr key={formatPaymentMethod(term)}>
            <Table.Td>{formatPaymentMethod(term)}</Table.Td>
            <Table.Td ta="right">
              {formatTerm(term)}
              {term.cut_off_hour < 24 && `, ${messages().settings.cut_off(term.cut_off_hour)}`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </section>
);
