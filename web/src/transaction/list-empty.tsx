import { IconReceipt2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../api/signed-in.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';

/** Nobody has paid yet. */
export function EmptyList() {
  const may_create = useMay('QRIS', 'manage');
  const navigate = useNavigate();
  return (
    <EmptyState
      title="No payments yet"
      icon={<IconReceipt2 size={22} stroke={1.6} />}
      action={
        <ReasonedButton
          reason={may_create ? undefined : 'Your role may look at QRIS payments, not create them.'}
          onClick={() => void navigate({ to: '/qris-payment', search: { create: '1' } })}
        >
          Take your first payment
        </ReasonedButton>
      }
    >
      Every payment appears here at once, with its fee, its status and its messages to and from the bank.
    </EmptyState>
  );
}
