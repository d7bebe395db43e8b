import { decideDepositReview } from '@dasbor/contract/deposit-va';
import { retryJob } from '@dasbor/contract/job';
import { type OperationsException, assignException } from '@dasbor/contract/operations';
import { retrySettlement } from '@dasbor/contract/settlement-admin';
import { confirmSettlementDispute } from '@dasbor/contract/settlement-dispute';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { useMay } from '../api/signed-in.ts';
import { CloseModal } from './close-modal.tsx';
import { DepositModal } from './deposit-modal.tsx';
import { DisputeModal } from './dispute-modal.tsx';
import type { ExceptionProps } from './exception-props.ts';
import { messages } from './messages.ts';
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
  if (merchant_id === null) return null;
  if (kind === 'settlement_failed') return <RetrySettlement row={row} merchant_id={merchant_id} />;
  if (kind === 'deposit_review') return <DecideDeposit row={row} merchant_id={merchant_id} />;
  if (kind === 'settlement_dispute') return <AnswerDispute row={row} merchant_id={merchant_id} />;
  return null;
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

function Action({ label, mutation }: { label: string; mutation: { isPending: boolean; mutate: () => void } }) {
  return (
    <Button size="compact-sm" loading={mutation.isPending} onClick={() => mutation.mutate()}>
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
        {messages().exceptions.close}
      </Button>
      {is_open && <CloseModal row={row} onClose={() => setOpen(false)} />}
    </>
  );
}
