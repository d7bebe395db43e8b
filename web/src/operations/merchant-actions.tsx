/** Actions on exceptions of a merchant that need no decision about a deposit or dispute. */
import { retryCommissionPayout, submitCommissionStatement } from '@dasbor/contract/commission-statement';
import { checkMerchantTransfer, enableMerchantWebhook, testMerchantWebhook } from '@dasbor/contract/exception-action';
import { holdMerchantSettlements, retrySettlement } from '@dasbor/contract/settlement-admin';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { ActionButton } from './action-button.tsx';
import type { MerchantExceptionProps } from './exception-props.ts';
import { messages } from './messages.ts';
import { NoteModal } from './note-modal.tsx';
import { RefundModal } from './refund-modal.tsx';
import { RetryPayoutModal } from './retry-payout-modal.tsx';
import { useExceptionAction } from './use-exception-action.ts';

export function RetrySettlement({ row, merchant_id }: MerchantExceptionProps) {
  const t = messages().exceptions;
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const params = { merchant_id, id: row.object_id };
  const retry = useExceptionAction(
    () => call(retrySettlement, { params, idempotency_key: createIdempotencyKey() }),
    t.retried,
  );
  return may_manage ? <ActionButton label={t.retry} mutation={retry} /> : null;
}

export function RetryPayout({ row, merchant_id }: MerchantExceptionProps) {
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [is_open, setOpen] = useState(false);
  if (!may_manage) return null;
  return (
    <>
      <Button size="compact-sm" onClick={() => setOpen(true)}>
        {messages().exceptions.retry}
      </Button>
      {is_open && <RetryPayoutModal row={row} merchant_id={merchant_id} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Retries the payout, or submits the statement again for the present payout account. */
export function PayCommission({ row }: MerchantExceptionProps) {
  const t = messages().exceptions;
  const may_manage = useHasAccess('Commissions', 'manage');
  const given = { params: { id: row.object_id }, body: {} };
  const retry = useExceptionAction(
    () => call(retryCommissionPayout, { ...given, idempotency_key: createIdempotencyKey() }),
    t.retried,
  );
  const submit = useExceptionAction(
    () => call(submitCommissionStatement, { ...given, idempotency_key: createIdempotencyKey() }),
    t.submitted,
  );
  if (!may_manage) return null;
  return (
    <>
      <ActionButton label={t.retry} mutation={retry} />
      <ActionButton label={t.submit_again} mutation={submit} is_second />
    </>
  );
}

export function RequestRefund({
  row,
  merchant_id,
  transaction_id,
  label,
}: MerchantExceptionProps & { transaction_id: string; label: string }) {
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [is_open, setOpen] = useState(false);
  if (!may_manage) return null;
  return (
    <>
      <Button size="compact-sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {is_open && (
        <RefundModal
          row={row}
          merchant_id={merchant_id}
          transaction_id={transaction_id}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export function CheckTransfer({ row, merchant_id }: MerchantExceptionProps) {
  const t = messages().exceptions;
  const may_manage = useHasAccess('Operations', 'manage');
  const params = { merchant_id, id: row.object_id };
  const check = useExceptionAction(async () => {
    const { data } = await call(checkMerchantTransfer, { params });
    await showSuccess(t.transfer_status[data.status]);
  }, null);
  return may_manage ? <ActionButton label={t.check_status} mutation={check} /> : null;
}

/** Holds the settlements of a merchant whose re-review does not end. */
export function HoldSettlements({ row, merchant_id }: MerchantExceptionProps) {
  const t = messages().exceptions;
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [is_open, setOpen] = useState(false);
  const hold = useExceptionAction(
    (reason: string) => call(holdMerchantSettlements, { params: { merchant_id }, body: { is_held: true, reason } }),
    t.held,
  );
  if (!may_manage) return null;
  return (
    <>
      <Button size="compact-sm" onClick={() => setOpen(true)}>
        {t.hold}
      </Button>
      {is_open && (
        <NoteModal
          title={t.hold}
          field={t.reason_field}
          max_length={200}
          confirm={t.hold}
          is_busy={hold.isPending}
          onConfirm={(reason) => hold.mutate(reason, { onSuccess: () => setOpen(false) })}
          onClose={() => setOpen(false)}
        >
          {row.merchant_name} · {row.reference}
        </NoteModal>
      )}
    </>
  );
}

/** Enables a disabled endpoint, or sends a test event to a failing one. */
export function RestoreWebhook({ row, merchant_id }: MerchantExceptionProps) {
  const t = messages().exceptions;
  const may_manage = useHasAccess('Operations', 'manage');
  const params = { merchant_id, id: row.object_id };
  const enable = useExceptionAction(() => call(enableMerchantWebhook, { params }), t.webhook_enabled);
  const test = useExceptionAction(async () => {
    const { data } = await call(testMerchantWebhook, { params });
    const is_delivered = data.http_status !== null && data.http_status < 300;
    await (is_delivered ? showSuccess(t.test_delivered) : showError(t.test_failed(data.http_status)));
  }, null);
  if (!may_manage) return null;
  return row.state === 'failing' ? (
    <ActionButton label={t.send_test} mutation={test} />
  ) : (
    <ActionButton label={t.enable} mutation={enable} />
  );
}
