/** Decisions about deposits in review and settlement disputes. */
import { decideDepositReview } from '@dasbor/contract/deposit-va';
import { confirmSettlementDispute } from '@dasbor/contract/settlement-dispute';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ActionButton } from './action-button.tsx';
import { DepositModal } from './deposit-modal.tsx';
import { DisputeModal } from './dispute-modal.tsx';
import type { MerchantExceptionProps } from './exception-props.ts';
import { messages } from './messages.ts';
import { useExceptionAction } from './use-exception-action.ts';

export function ReviewDeposit({ row, merchant_id }: MerchantExceptionProps) {
  const t = messages().exceptions;
  const may_manage = useHasAccess('Verification', 'manage');
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

export function ResolveDispute({ row, merchant_id }: MerchantExceptionProps) {
  const t = messages().exceptions;
  const may_answer = useHasAccess('Merchant finance', 'manage');
  const may_confirm = useHasAccess('Commissions', 'approve');
  const [is_open, setOpen] = useState(false);
  const params = { merchant_id, id: row.object_id };
  const confirm = useExceptionAction(
    () => call(confirmSettlementDispute, { params, idempotency_key: createIdempotencyKey() }),
    t.confirmed,
  );
  return (
    <>
      {row.awaits_second_person && may_confirm && <ActionButton label={t.confirm} mutation={confirm} />}
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
