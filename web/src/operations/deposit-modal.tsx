import { Amount } from '../ui/amount.tsx';
import type { ExceptionProps } from './exception-props.ts';
import { messages } from './messages.ts';
import { NoteModal } from './note-modal.tsx';

export interface DepositModalProps extends ExceptionProps {
  decision: 'credit' | 'return';
  is_busy: boolean;
  onDecide: (note: string) => void;
  onClose: () => void;
}

/** Credits or returns a deposit in review, with its amount. */
export function DepositModal({ row, decision, is_busy, onDecide, onClose }: DepositModalProps) {
  const t = messages().exceptions;
  const label = decision === 'credit' ? t.credit : t.return_deposit;
  return (
    <NoteModal
      title={label}
      field={t.reason_field}
      max_length={200}
      confirm={label}
      is_busy={is_busy}
      onConfirm={onDecide}
      onClose={onClose}
    >
      {row.merchant_name} · {row.reference} · <Amount value={row.amount ?? 0} strong />
    </NoteModal>
  );
}
