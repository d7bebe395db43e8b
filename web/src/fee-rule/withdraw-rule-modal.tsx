import { type FeeRuleWithState, withdrawMerchantFeeRule } from '@dasbor/contract/fee-rule';
import { withdrawStandardFeeRule } from '@dasbor/contract/standard-fee-rule';
import { call } from '../api/call.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { formatDay } from '../ui/instant.tsx';
import { messages } from './messages.ts';
import { useFeeRuleChange } from './mutations.ts';

interface WithdrawRuleModalProps {
  /** null: a standard rule. */
  merchant_id: string | null;
  rule: FeeRuleWithState;
  onClose: () => void;
}

/** Withdraws a version that has not begun. */
export function WithdrawRuleModal({
  merchant_id,
  rule: { id, name, effective_from },
  onClose,
}: WithdrawRuleModalProps) {
  const { agree: t } = messages();
  const withdraw = useFeeRuleChange(
    () =>
      merchant_id === null
        ? call(withdrawStandardFeeRule, { params: { id } })
        : call(withdrawMerchantFeeRule, { params: { merchant_id, id } }),
    { done: t.withdrawn, onDone: onClose },
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
      {t.withdraw_line(name, formatDay(effective_from))}
    </ConfirmModal>
  );
}
