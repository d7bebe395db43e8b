import { VA_BANK_CHANNELS, bankShortName } from '@dasbor/contract/bank';
import {
  type SettlementTerm,
  addMerchantSettlementTerm,
  listMerchantSettlementTerms,
} from '@dasbor/contract/settlement-calendar';
import { toBusinessDay } from '@dasbor/contract/time';
import * as duration from '@dasbor/contract/duration';
import { Alert, Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { valueLabel } from '../list/filter-labels.ts';
import type { Column } from '../ui/column.tsx';
import { DateField } from '../ui/date-field.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { formatDay } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { Quiet, RowCard } from '../ui/row-card.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { messages } from './messages.ts';
import { useMerchantChange } from './mutations.ts';
import { sectionMessages } from './section-messages.ts';

/** The settlement terms of the merchant, own and standard, of every date. */
export function TermsTab({ merchant_id }: { merchant_id: string }) {
  const t = messages();
  const may_manage = useMay('Merchant finance', 'manage');
  const [is_adding, setAdding] = useState(false);
  const terms = useQuery({
    ...buildQuery(listMerchantSettlementTerms, { params: { merchant_id } }),
    meta: { quiet: true },
  });
  return (
    <Panel
      title={t.tabs.terms}
      actions={
        <ReasonedButton
          size="compact-sm"
          reason={may_manage ? undefined : t.denied}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {sectionMessages().terms.add}
        </ReasonedButton>
      }
    >
      <Text c="dimmed" mb="sm">
        {sectionMessages().terms.line}
      </Text>
      {terms.isPending && <ListSkeleton rows={5} />}
      {terms.isError && terms.data === undefined && (
        <FailedState detail={terms.error.detail} onRetry={() => void terms.refetch()} />
      )}
      {terms.data !== undefined && (
        <PanelTable
          label={t.tabs.terms}
          columns={buildColumns()}
          rows={terms.data.data}
          keyOf={({ id }) => id}
          renderCard={(term) => (
            <RowCard>
              <strong>{formatMethod(term)}</strong>
              <span>{formatTerm(term)}</span>
              <Quiet>{formatKind(term)}</Quiet>
              <Quiet>{formatDay(term.effective_from)}</Quiet>
            </RowCard>
          )}
        />
      )}
      {is_adding && <TermModal merchant_id={merchant_id} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

const formatMethod = ({ method, channel_code }: Pick<SettlementTerm, 'method' | 'channel_code'>): string =>
  channel_code === null ? valueLabel(method) : `${valueLabel(method)} ${bankShortName(channel_code)}`;

function formatTerm({ days, basis }: Pick<SettlementTerm, 'days' | 'basis'>): string {
  const t = sectionMessages().terms;
  return t.formatted(days, t[`${basis}_short`]);
}

const formatKind = ({ is_own }: SettlementTerm): string => sectionMessages().terms[is_own ? 'own' : 'standard'];

function buildColumns(): readonly Column<SettlementTerm>[] {
  const t = sectionMessages().terms;
  return [
    { id: 'method', label: t.method, width_px: 190, render: formatMethod },
    { id: 'term', label: t.term, width_px: 170, render: formatTerm },
    {
      id: 'cut_off',
      label: t.cut_off,
      width_px: 130,
      priority: 1,
      render: ({ cut_off_hour }) =>
        cut_off_hour === 24 ? t.no_cut_off : `${String(cut_off_hour).padStart(2, '0')}:00`,
    },
    { id: 'from', label: t.from, width_px: 130, render: ({ effective_from }) => formatDay(effective_from) },
    { id: 'kind', label: t.kind, width_px: 100, priority: 2, render: formatKind },
  ];
}

const METHODS = ['qris', 'virtual_account'] as const;

function TermModal({ merchant_id, onClose }: { merchant_id: string; onClose: () => void }) {
  const t = messages();
  const client = useQueryClient();
  const methods = METHODS.map((id) => ({ id, name: valueLabel(id) }));
  const banks = VA_BANK_CHANNELS.map((id) => ({ id, name: bankShortName(id) }));
  const bases = (['business', 'calendar'] as const).map((id) => ({ id, name: sectionMessages().terms[id] }));
  const [method, setMethod] = useState<(typeof METHODS)[number]>('qris');
  const [bank, setBank] = useState<(typeof VA_BANK_CHANNELS)[number] | null>(null);
  const [days, setDays] = useState(1);
  const [basis, setBasis] = useState<'business' | 'calendar'>('business');
  const [cut_off_hour, setHour] = useState(24);
  const [effective_from, setFrom] = useState(() => toBusinessDay(new Date(Date.now() + duration.days(1))));
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = useMerchantChange(
    () => {
      const channel = method === 'virtual_account' && bank !== null ? { channel_code: bank } : {};
      const body = { method, ...channel, days, basis, cut_off_hour, effective_from };
      return call(addMerchantSettlementTerm, { params: { merchant_id }, body });
    },
    {
      done: sectionMessages().terms.added,
      onDone: () => {
        onClose();
        void client.invalidateQueries({ queryKey: buildQueryKey(listMerchantSettlementTerms) });
      },
      onRefused: setRefusal,
    },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={sectionMessages().terms.add}
      centered
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!add.isPending) add.mutate(undefined);
        }}
      >
        <Stack gap="md">
          <SelectField
            label={sectionMessages().terms.method}
            required
            options={methods}
            value={methods.find(({ id }) => id === method) ?? null}
            onChange={(item) => setMethod(item?.id ?? 'qris')}
          />
          {method === 'virtual_account' && (
            <SelectField
              label={sectionMessages().terms.bank}
              clearable
              description={sectionMessages().terms.any_bank}
              options={banks}
              value={banks.find(({ id }) => id === bank) ?? null}
              onChange={(item) => setBank(item?.id ?? null)}
            />
          )}
          <Group grow align="flex-start">
            <NumberInput
              label={sectionMessages().terms.days}
              min={0}
              max={30}
              allowDecimal={false}
              value={days}
              onChange={(value) => setDays(Number(value))}
            />
            <SelectField
              label={sectionMessages().terms.basis}
              required
              options={bases}
              value={bases.find(({ id }) => id === basis) ?? null}
              onChange={(item) => setBasis(item?.id ?? 'business')}
            />
          </Group>
          <NumberInput
            label={sectionMessages().terms.hour}
            min={1}
            max={24}
            allowDecimal={false}
            value={cut_off_hour}
            onChange={(value) => setHour(Number(value))}
          />
          <DateField label={sectionMessages().terms.from} value={effective_from} onChange={setFrom} />
          {refusal !== null && (
            <Alert color="red.9" variant="light" role="alert">
              {refusal}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.cancel}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {sectionMessages().terms.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
