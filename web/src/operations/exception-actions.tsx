import { type OperationsException, assignException } from '@dasbor/contract/operations';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { CloseModal } from './close-modal.tsx';
import { ResolveDispute, ReviewDeposit } from './decision-actions.tsx';
import type { ExceptionProps, MerchantExceptionProps } from './exception-props.ts';
import {
  CheckTransfer,
  HoldSettlements,
  RestoreWebhook,
  PayCommission,
  RequestRefund,
  RetryPayout,
  RetrySettlement,
} from './merchant-actions.tsx';
import { messages } from './messages.ts';
import { AssignCallback, ProbeBank, RetryJob, VerifyLedger } from './provider-actions.tsx';
import { ResolveTransfer } from './resolve-transfer.tsx';
import { useExceptionAction } from './use-exception-action.ts';

/** Actions of the signed-in person on an exception. */
export function ExceptionActions({ row }: ExceptionProps) {
  const may_manage = useHasAccess('Operations', 'manage');
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
  const Action = ACTIONS_OF_MERCHANT[kind];
  return merchant_id === null ? null : <Action row={row} merchant_id={merchant_id} />;
}

type ProviderKind = 'job_failed' | 'ledger_finding' | 'bank_unavailable' | 'unmatched_callback';

const ACTIONS_OF_MERCHANT: Record<
  Exclude<OperationsException['kind'], ProviderKind>,
  (props: MerchantExceptionProps) => ReactNode
> = {
  settlement_failed: RetrySettlement,
  transfer_unresolved: (props) => (
    <>
      <CheckTransfer {...props} />
      <ResolveTransfer {...props} />
    </>
  ),
  payout_failed: RetryPayout,
  commission_payout_failed: PayCommission,
  refund_failed: (props) => (
    <RequestRefund {...props} transaction_id={props.row.reference ?? ''} label={messages().exceptions.retry} />
  ),
  deposit_review: ReviewDeposit,
  settlement_dispute: ResolveDispute,
  payment_not_allowed: (props) => (
    <RequestRefund {...props} transaction_id={props.row.object_id} label={messages().exceptions.refund} />
  ),
  re_review_overdue: HoldSettlements,
  // Both end at the merchant: with the decision, and with another document.
  verification_undecided: () => null,
  document_expiring: () => null,
  // Refunds of its payments and adjustments of its balance start at the merchant.
  closed_merchant_balance: () => null,
  webhook_failing: RestoreWebhook,
};

const TAB_BY_KIND: Partial<Record<OperationsException['kind'], string>> = {
  settlement_failed: 'settlements',
  settlement_dispute: 'settlements',
  ledger_finding: 'balances',
  deposit_review: 'balances',
  payment_not_allowed: 'transactions',
  re_review_overdue: 'verification',
  verification_undecided: 'verification',
  document_expiring: 'verification',
  closed_merchant_balance: 'balances',
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
