import { retryCommissionPayout, submitCommissionStatement } from '@dasbor/contract/commission-statement';
import { decideDepositReview } from '@dasbor/contract/deposit-va';
import {
  checkMerchantTransfer,
  enableMerchantWebhook,
  probeBank,
  startLedgerVerification,
  testMerchantWebhook,
} from '@dasbor/contract/exception-action';
import { retryJob } from '@dasbor/contract/job';
import { type OperationsException, assignException } from '@dasbor/contract/operations';
import { holdMerchantSettlements, retrySettlement } from '@dasbor/contract/settlement-admin';
import { confirmSettlementDispute } from '@dasbor/contract/settlement-dispute';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { useMay } from '../api/signed-in.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { AssignCallbackModal } from './assign-callback-modal.tsx';
import { CloseModal } from './close-modal.tsx';
import { DepositModal } from './deposit-modal.tsx';
import { DisputeModal } from './dispute-modal.tsx';
import type { ExceptionProps } from './exception-props.ts';
import { messages } from './messages.ts';
import { NoteModal } from './note-modal.tsx';
import { RefundModal } from './refund-modal.tsx';
import { RetryPayoutModal } from './retry-payout-modal.tsx';
import { useExceptionAction } from './use-exception-action.ts';

/** What the signed-in person may do about an exception. */
export function ExceptionActions({ row }: ExceptionProps) {
  const may_manage = useMay('Operations', 'manage');
  return (
    <>
      <MainAction row={row} />
      {row.merchant_id !== null && <MerchantLink row={row} id={row.merchant_id} />}
      {may_manage && <AssignButton row={row} />}
      {may_manage && row.is_resolvable && <CloseButton row={row} />}
    </>
  );
}

/** The action that ends the cause, by the rules of its feature. */
function MainAction({ row }: ExceptionProps): ReactNode {
  const { kind, merchant_id } = row;
  if (kind === 'job_failed') return <RetryJob row={row} />;
  if (kind === 'ledger_finding') return <VerifyLedger />;
  if (kind === 'bank_unavailable') return <ProbeBank row={row} />;
  if (kind === 'unmatched_callback') return <AssignCallback row={row} />;
  return merchant_id === null ? null : <MerchantAction row={row} merchant_id={merchant_id} />;
}

function MerchantAction(props: OfMerchant): ReactNode {
  switch (props.row.kind) {
    case 'settlement_failed':
      return <RetrySettlement {...props} />;
    case 'payout_failed':
      return <RetryPayout {...props} />;
    case 'commission_payout_failed':
      return <PayCommission {...props} />;
    case 'refund_failed':
      return (
        <RequestRefund {...props} transaction_id={props.row.reference ?? ''} label={messages().exceptions.retry} />
      );
    case 'payment_not_allowed':
      return <RequestRefund {...props} transaction_id={props.row.object_id} label={messages().exceptions.refund} />;
    case 'transfer_unresolved':
      return <CheckTransfer {...props} />;
    case 'deposit_review':
      return <DecideDeposit {...props} />;
    case 'settlement_dispute':
      return <AnswerDispute {...props} />;
    case 're_review_overdue':
      return <HoldSettlements {...props} />;
    case 'webhook_failing':
      return <MendWebhook {...props} />;
    default:
      return null;
  }
}

type OfMerchant = ExceptionProps & { merchant_id: string };

function RetryJob({ row }: ExceptionProps) {
  const t = messages().exceptions;
  const may_manage = useMay('Operations', 'manage');
  const retry = useExceptionAction(() => call(retryJob, { params: { id: row.object_id } }), t.retried);
  return may_manage ? <Action label={t.retry} mutation={retry} /> : null;
}

function RetrySettlement({ row, merchant_id }: OfMerchant) {
  const t = messages().exceptions;
  const may_manage = useMay('Merchant finance', 'manage');
  const params = { merchant_id, id: row.object_id };
  const retry = useExceptionAction(
    () => call(retrySettlement, { params, idempotency_key: createIdempotencyKey() }),
    t.retried,
  );
  return may_manage ? <Action label={t.retry} mutation={retry} /> : null;
}

function RetryPayout({ row, merchant_id }: OfMerchant) {
  const may_manage = useMay('Merchant finance', 'manage');
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
function PayCommission({ row }: OfMerchant) {
  const t = messages().exceptions;
  const may_manage = useMay('Commissions', 'manage');
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
      <Action label={t.retry} mutation={retry} />
      <Action label={t.submit_again} mutation={submit} is_second />
    </>
  );
}

function RequestRefund({
  row,
  merchant_id,
  transaction_id,
  label,
}: OfMerchant & { transaction_id: string; label: string }) {
  const may_manage = useMay('Merchant finance', 'manage');
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

function CheckTransfer({ row, merchant_id }: OfMerchant) {
  const t = messages().exceptions;
  const may_manage = useMay('Operations', 'manage');
  const params = { merchant_id, id: row.object_id };
  const check = useExceptionAction(async () => {
    const { data } = await call(checkMerchantTransfer, { params });
    await showSuccess(t.transfer_status[data.status]);
  }, null);
  return may_manage ? <Action label={t.check_status} mutation={check} /> : null;
}

function VerifyLedger() {
  const t = messages().exceptions;
  const may_manage = useMay('Operations', 'manage');
  const verify = useExceptionAction(() => call(startLedgerVerification), t.verification_started);
  return may_manage ? <Action label={t.verify} mutation={verify} /> : null;
}

function ProbeBank({ row }: ExceptionProps) {
  const t = messages().exceptions;
  const may_manage = useMay('Operations', 'manage');
  const probe = useExceptionAction(async () => {
    const { data } = await call(probeBank, { params: { bank: row.object_id } });
    await (data.is_responsive ? showSuccess(t.bank_responds(data.latency_ms ?? 0)) : showError(t.bank_silent));
  }, null);
  if (!may_manage) return null;
  return (
    <>
      <Action label={t.probe} mutation={probe} />
      <Button
        size="compact-sm"
        variant="default"
        renderRoot={(props) => <Link {...props} to="/dashboard" search={{ tab: 'outages' }} />}
      >
        {t.declare_outage}
      </Button>
    </>
  );
}

function AssignCallback({ row }: ExceptionProps) {
  const may_manage = useMay('Operations', 'manage');
  const [is_open, setOpen] = useState(false);
  if (!may_manage) return null;
  return (
    <>
      <Button size="compact-sm" onClick={() => setOpen(true)}>
        {messages().exceptions.assign_callback}
      </Button>
      {is_open && <AssignCallbackModal row={row} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Holds the settlements of a merchant whose re-review does not end. */
function HoldSettlements({ row, merchant_id }: OfMerchant) {
  const t = messages().exceptions;
  const may_manage = useMay('Merchant finance', 'manage');
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
function MendWebhook({ row, merchant_id }: OfMerchant) {
  const t = messages().exceptions;
  const may_manage = useMay('Operations', 'manage');
  const params = { merchant_id, id: row.object_id };
  const enable = useExceptionAction(() => call(enableMerchantWebhook, { params }), t.webhook_enabled);
  const test = useExceptionAction(async () => {
    const { data } = await call(testMerchantWebhook, { params });
    const is_delivered = data.http_status !== null && data.http_status < 300;
    await (is_delivered ? showSuccess(t.test_delivered) : showError(t.test_failed(data.http_status)));
  }, null);
  if (!may_manage) return null;
  return row.state === 'failing' ? (
    <Action label={t.send_test} mutation={test} />
  ) : (
    <Action label={t.enable} mutation={enable} />
  );
}

function DecideDeposit({ row, merchant_id }: OfMerchant) {
  const t = messages().exceptions;
  const may_manage = useMay('Verification', 'manage');
  const [decision, setDecision] = useState<'credit' | 'return' | null>(null);
  const decide = useExceptionAction(
    (body: { decision: 'credit' | 'return'; note: string }) =>
      call(decideDepositReview, { params: { merchant_id, id: row.object_id }, body }),
    t.decided,
  );
  if (!may_manage) return null;
  return (
    <>
      <Button size="compact-sm" onClick={() => setDecision('credit')}>
        {t.credit}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setDecision('return')}>
        {t.return_deposit}
      </Button>
      {decision !== null && (
        <DepositModal
          row={row}
          decision={decision}
          is_busy={decide.isPending}
          onDecide={(note) => decide.mutate({ decision, note }, { onSuccess: () => setDecision(null) })}
          onClose={() => setDecision(null)}
        />
      )}
    </>
  );
}

function AnswerDispute({ row, merchant_id }: OfMerchant) {
  const t = messages().exceptions;
  const may_answer = useMay('Merchant finance', 'manage');
  const may_confirm = useMay('Commissions', 'approve');
  const [is_open, setOpen] = useState(false);
  const params = { merchant_id, id: row.object_id };
  const confirm = useExceptionAction(
    () => call(confirmSettlementDispute, { params, idempotency_key: createIdempotencyKey() }),
    t.confirmed,
  );
  return (
    <>
      {row.awaits_second_person && may_confirm && <Action label={t.confirm} mutation={confirm} />}
      {may_answer && (
        <Button
          size="compact-sm"
          variant={row.awaits_second_person ? 'default' : 'filled'}
          onClick={() => setOpen(true)}
        >
          {t.answer}
        </Button>
      )}
      {is_open && <DisputeModal row={row} merchant_id={merchant_id} onClose={() => setOpen(false)} />}
    </>
  );
}

function Action({
  label,
  mutation,
  is_second = false,
}: {
  label: string;
  mutation: { isPending: boolean; mutate: () => void };
  is_second?: boolean;
}) {
  return (
    <Button
      size="compact-sm"
      variant={is_second ? 'default' : 'filled'}
      loading={mutation.isPending}
      onClick={() => mutation.mutate()}
    >
      {label}
    </Button>
  );
}

const TAB_BY_KIND: Partial<Record<OperationsException['kind'], string>> = {
  settlement_failed: 'settlements',
  settlement_dispute: 'settlements',
  ledger_finding: 'balances',
  deposit_review: 'balances',
  payment_not_allowed: 'transactions',
  re_review_overdue: 'verification',
  webhook_failing: 'api',
};

function MerchantLink({ row, id }: ExceptionProps & { id: string }) {
  const tab = TAB_BY_KIND[row.kind];
  return (
    <Button
      size="compact-sm"
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to="/merchant/$id" params={{ id }} search={tab === undefined ? {} : { tab }} />
      )}
    >
      {messages().exceptions.open_merchant}
    </Button>
  );
}

function AssignButton({ row }: ExceptionProps) {
  const t = messages().exceptions;
  const { kind, object_id, is_mine } = row;
  const assign = useExceptionAction(
    () => call(assignException, { body: { kind, object_id, is_mine: !is_mine } }),
    null,
  );
  return (
    <Button size="compact-sm" variant="default" loading={assign.isPending} onClick={() => assign.mutate()}>
      {is_mine ? t.release : t.assign}
    </Button>
  );
}

function CloseButton({ row }: ExceptionProps) {
  const [is_open, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {row.kind === 'ledger_finding' ? messages().exceptions.acknowledge : messages().exceptions.close}
      </Button>
      {is_open && <CloseModal row={row} onClose={() => setOpen(false)} />}
    </>
  );
}
