import { VA_BANK_CHANNELS, bankShortName } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import {
  type SettlementTerm,
  addMerchantSettlementTerm,
  addSettlementTerm,
  withdrawMerchantSettlementTerm,
  withdrawSettlementTerm,
} from '@dasbor/contract/settlement-calendar';
import { toBusinessDay } from '@dasbor/contract/time';
import { Group, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { formatPaymentMethod, formatFilterValue } from '../list/filter-labels.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { DateField } from '../ui/date-field.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { formatDay } from '../ui/instant.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useMerchantChange } from './mutations.ts';
import { sectionMessages } from './section-messages.ts';
import { formatTerm } from './term-labels.ts';

const METHODS = ['qris', 'virtual_account'] as const;

interface TermModalProps {
  /** null: a standard term. */
  merchant_id: string | null;
  onClose: () => void;
}

/** A new version of a settlement term. */
export function TermModal({ merchant_id, onClose }: TermModalProps) {
  const methods = METHODS.map((id) => ({ id, name: formatFilterValue(id) }));
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
      return merchant_id === null
        ? call(addSettlementTerm, { body })
        : call(addMerchantSettlementTerm, { params: { merchant_id }, body });
    },
    {
      done: sectionMessages().terms.added,
      onDone: onClose,
      onRefused: setRefusal,
    },
  );
  return (
    <FormModal
      title={sectionMessages().terms.add}
      submit={sectionMessages().terms.add}
      refusal={refusal}
      is_busy={add.isPending}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
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
    </FormModal>
  );
}

/** Withdraws a term that has not begun. */
export function WithdrawTermModal({ merchant_id, term, onClose }: TermModalProps & { term: SettlementTerm }) {
  const t = sectionMessages().terms;
  const { id } = term;
  const withdraw = useMerchantChange(
    () =>
      merchant_id === null
        ? call(withdrawSettlementTerm, { params: { id } })
        : call(withdrawMerchantSettlementTerm, { params: { merchant_id, id } }),
    {
      done: t.withdrawn,
      onDone: onClose,
    },
  );
  return (
    <ConfirmModal
      opened
      title={t.withdraw_title}
      confirm={t.withdraw}
      is_dangerous
      is_busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    >
      {t.withdraw_line(formatPaymentMethod(term), formatTerm(term), formatDay(term.effective_from))}
    </ConfirmModal>
  );
}
