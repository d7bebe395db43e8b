import {
  type CommissionStatementDetail,
  retryCommissionPayout,
  submitCommissionStatement,
} from '@dasbor/contract/commission-statement';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { useCreateOnce } from '../api/use-idempotency-key.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { useRefreshRules } from './mutations.ts';
import { formatStatementAccount } from './statement-chip.tsx';

type Action = 'submit' | 'retry';
const ROUTES = { submit: submitCommissionStatement, retry: retryCommissionPayout } as const;

/** Submission of a closed or failed statement, and the retry of a failed payout. */
export function StatementActions({ statement }: { statement: CommissionStatementDetail }) {
  const { statement: t, denied } = messages();
  const may_manage = useHasAccess('Commissions', 'manage');
  const [action, setAction] = useState<Action | null>(null);
  const { status, net_amount } = statement;
  if (net_amount <= 0 || (status !== 'closed' && status !== 'failed')) return null;
  const reason = may_manage ? undefined : denied;
  return (
    <>
      {status === 'failed' && (
        <ActionButton disabled_reason={reason} onClick={() => setAction('retry')}>
          {t.retry}
        </ActionButton>
      )}
      <ActionButton
        variant={status === 'failed' ? 'default' : 'filled'}
        disabled_reason={reason}
        onClick={() => setAction('submit')}
      >
        {t.submit}
      </ActionButton>
      {action !== null && <ActionModal statement={statement} action={action} onClose={() => setAction(null)} />}
    </>
  );
}

interface ActionModalProps {
  statement: CommissionStatementDetail;
  action: Action;
  onClose: () => void;
}

/** Says what is sent where before it happens. */
function ActionModal({ statement, action, onClose }: ActionModalProps) {
  const t = messages().statement;
  const refresh = useRefreshRules();
  const { id, net_amount, beneficiary_name } = statement;
  const { is_busy, create } = useCreateOnce({
    create: (name: Action, idempotency_key) => call(ROUTES[name], { params: { id }, body: {}, idempotency_key }),
    onCreated: () => {
      void showSuccess(action === 'retry' ? t.retried : t.submitted);
      onClose();
      void refresh();
    },
    onRefused: ({ detail }) => {
      onClose();
      void showError(detail);
    },
  });
  const amount = formatRupiah(net_amount);
  return (
    <ConfirmModal
      opened
      title={t[`${action}_title`]}
      confirm={t[action]}
      is_busy={is_busy}
      onConfirm={() => create(action)}
      onClose={onClose}
    >
      {action === 'retry'
        ? t.retry_line(amount, formatStatementAccount(statement) ?? beneficiary_name)
        : t.submit_line(amount, beneficiary_name)}
    </ConfirmModal>
  );
}
