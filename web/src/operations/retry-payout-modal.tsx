import { retryMerchantDisbursement } from '@dasbor/contract/exception-action';
import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { FormModal } from '../ui/form-modal.tsx';
import { AccountFields, EMPTY_ACCOUNT, toAccountBody } from './account-fields.tsx';
import type { ExceptionProps } from './exception-props.ts';
import { ExceptionSubject } from './exception-subject.tsx';
import { messages } from './messages.ts';
import { useExceptionForm } from './use-exception-action.ts';

/** Requests a failed disbursement again, to the same or another account. */
export function RetryPayoutModal({
  row,
  merchant_id,
  onClose,
}: ExceptionProps & { merchant_id: string; onClose: () => void }) {
  const t = messages().exceptions;
  const [is_other, setOther] = useState(false);
  const [account, setAccount] = useState(EMPTY_ACCOUNT);
  const other = toAccountBody(account);
  const { send, refusal, setRefusal } = useExceptionForm(
    () =>
      call(retryMerchantDisbursement, {
        params: { merchant_id, id: row.object_id },
        body: is_other ? (other ?? {}) : {},
        idempotency_key: createIdempotencyKey(),
      }),
    { done: t.requested_again, onDone: onClose },
  );
  return (
    <FormModal
      title={t.retry_payout}
      submit={t.request}
      refusal={refusal}
      is_busy={send.isPending}
      onSubmit={() => (is_other && other === null ? setRefusal(t.account_missing) : send.mutate())}
      onClose={onClose}
    >
      <ExceptionSubject row={row} />
      <SegmentedControl
        aria-label={t.account}
        data={[
          { value: 'same', label: t.same_account },
          { value: 'other', label: t.other_account },
        ]}
        value={is_other ? 'other' : 'same'}
        onChange={(next) => setOther(next === 'other')}
      />
      {is_other && <AccountFields value={account} onChange={setAccount} />}
      <Text c="dimmed" fz="sm">
        {t.merchant_approves}
      </Text>
    </FormModal>
  );
}
