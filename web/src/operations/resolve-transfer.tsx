/** Ends a transfer that the bank does not answer clearly: requested here, approved by another person in the approvals. */
import { formatBankAccount } from '@dasbor/contract/account-number';
import {
  type BankTransfer,
  type ResolutionOutcome,
  getMerchantTransfer,
  requestTransferResolution,
} from '@dasbor/contract/bank-transfer';
import { railLabel } from '@dasbor/contract/transfer-rail';
import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Amount } from '../ui/amount.tsx';
import { useNow } from '../ui/clock.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { DetailList } from '../ui/detail-list.tsx';
import { FormModal } from '../ui/form-modal.tsx';
import { Instant } from '../ui/instant.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { MerchantExceptionProps } from './exception-props.ts';
import { resolutionMessages } from './resolution-messages.ts';
import { useExceptionForm } from './use-exception-action.ts';

const MINUTE_MS = 60_000;

export function ResolveTransfer({ row, merchant_id }: MerchantExceptionProps) {
  const t = resolutionMessages();
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [is_open, setOpen] = useState(false);
  if (!may_manage) return null;
  return (
    <>
      <ActionButton
        size="compact-sm"
        variant="default"
        disabled_reason={row.awaits_second_person ? t.awaits : undefined}
        onClick={() => setOpen(true)}
      >
        {t.open}
      </ActionButton>
      {is_open && <ResolveModal row={row} merchant_id={merchant_id} onClose={() => setOpen(false)} />}
    </>
  );
}

interface Form {
  outcome: ResolutionOutcome;
  /** null: the amount that the bank reported. */
  executed_amount: number | null;
  bank_reference: string;
  reason: string;
}

function ResolveModal({ row, merchant_id, onClose }: MerchantExceptionProps & { onClose: () => void }) {
  const t = resolutionMessages();
  const params = { merchant_id, id: row.object_id };
  const found = useQuery({ ...buildQuery(getMerchantTransfer, { params }), meta: { quiet: true } });
  const [form, setForm] = useState<Form>({
    outcome: 'executed',
    executed_amount: null,
    bank_reference: '',
    reason: '',
  });
  const [was_tried, setTried] = useState(false);
  const transfer = found.data?.data;
  const amount = form.executed_amount ?? transfer?.reported_amount ?? null;
  const body = toBody(form, amount);
  const { send, refusal } = useExceptionForm(
    () => {
      if (body === null) throw new Error('The form is incomplete');
      return call(requestTransferResolution, { params, body, idempotency_key: createIdempotencyKey() });
    },
    { done: t.requested, onDone: onClose },
  );
  return (
    <FormModal
      title={t.title}
      submit={t.request}
      refusal={refusal}
      is_busy={send.isPending}
      size={520}
      onSubmit={() => {
        setTried(true);
        if (body !== null) send.mutate();
      }}
      onClose={onClose}
    >
      {transfer === undefined ? <ListSkeleton rows={4} /> : <Details transfer={transfer} />}
      <ResolutionFields
        form={{ ...form, executed_amount: amount }}
        was_tried={was_tried}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
      />
      <Text c="dimmed" fz="sm">
        {t.second_person}
      </Text>
    </FormModal>
  );
}

/** null: a field is missing. */
function toBody({ outcome, bank_reference, reason }: Form, executed_amount: number | null) {
  if (reason.trim() === '') return null;
  if (outcome === 'not_executed') return { outcome, reason: reason.trim() };
  if (executed_amount === null || executed_amount === 0 || bank_reference.trim() === '') return null;
  return { outcome, executed_amount, bank_reference: bank_reference.trim(), reason: reason.trim() };
}

function Details({ transfer }: { transfer: BankTransfer }) {
  const t = resolutionMessages();
  const { amount, reported_amount, resolvable_from } = transfer;
  const now = useNow(MINUTE_MS);
  const is_too_recent = resolvable_from !== null && Date.parse(resolvable_from) > now.getTime();
  return (
    <>
      <DetailList
        rows={[
          [t.ordered, <Amount key="ordered" value={amount} strong />],
          [
            t.reported,
            reported_amount === null ? t.nothing_reported : <Amount key="reported" value={reported_amount} />,
          ],
          [t.account, formatAccount(transfer)],
          [t.rail, railLabel(transfer.rail, currentLanguage())],
          [t.reference, transfer.partner_reference_no],
          [t.sent, <Instant key="sent" at={transfer.sent_at} />],
        ]}
      />
      {is_too_recent && (
        <Text fz="sm">
          {t.too_recent} <Instant at={resolvable_from} />
        </Text>
      )}
    </>
  );
}

/** `BCA ••••0001`. */
const formatAccount = ({ bank_code, account_last4 }: BankTransfer): string =>
  formatBankAccount(bank_code, account_last4);

interface ResolutionFieldsProps {
  form: Form;
  was_tried: boolean;
  onChange: (part: Partial<Form>) => void;
}

function ResolutionFields({ form, was_tried, onChange }: ResolutionFieldsProps) {
  const t = resolutionMessages();
  const { outcome, executed_amount, bank_reference, reason } = form;
  return (
    <>
      <SegmentedControl
        aria-label={t.outcome}
        data={[
          { value: 'executed', label: t.executed },
          { value: 'not_executed', label: t.not_executed },
        ]}
        value={outcome}
        onChange={(next) => onChange({ outcome: next === 'executed' ? 'executed' : 'not_executed' })}
      />
      {outcome === 'executed' && (
        <>
          <AmountField
            label={t.executed_amount}
            required
            value={executed_amount}
            onChange={(next) => onChange({ executed_amount: next ?? 0 })}
            error={executed_amount === null || executed_amount === 0 ? t.missing : undefined}
            touched={was_tried}
          />
          <TextField
            label={t.bank_reference}
            required
            maxLength={64}
            value={bank_reference}
            onChange={(next) => onChange({ bank_reference: next })}
            error={bank_reference.trim() === '' ? t.missing : undefined}
            touched={was_tried}
          />
        </>
      )}
      <TextField
        label={t.reason}
        required
        maxLength={300}
        value={reason}
        onChange={(next) => onChange({ reason: next })}
        error={reason.trim() === '' ? t.missing : undefined}
        touched={was_tried}
      />
    </>
  );
}
