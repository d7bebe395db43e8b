import { IconReceipt2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useHasAccess } from '../api/signed-in.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { messages } from './messages.ts';

/** Empty state of the transaction list. */
export function EmptyTransactionList() {
  const t = messages().list;
  const may_create = useHasAccess('QRIS', 'manage');
  const navigate = useNavigate();
  return (
    <EmptyState
      title={t.empty}
      icon={<IconReceipt2 size={22} stroke={1.6} />}
      action={
        <ReasonedButton
          reason={may_create ? undefined : t.no_create_access}
          onClick={() => void navigate({ to: '/qris-payment', search: { create: '1' } })}
        >
          {t.first_payment}
        </ReasonedButton>
      }
    >
      {t.empty_line}
    </EmptyState>
  );
}
