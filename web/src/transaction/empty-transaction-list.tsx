import { IconReceipt2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useHasAccess } from '../api/signed-in.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ActionButton } from '../ui/action-button.tsx';
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
        <ActionButton
          disabled_reason={may_create ? undefined : t.no_create_access}
          onClick={() => void navigate({ to: '/qris-payment', search: { create: '1' } })}
        >
          {t.first_payment}
        </ActionButton>
      }
    >
      {t.empty_line}
    </EmptyState>
  );
}
