import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FailedState } from '../ui/failed-state.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { CodePanel } from './code-panel.tsx';
import { messages } from './messages.ts';
import { useLivePayment } from './use-live-payment.ts';

/** The QR code of a new payment, updated until it is paid. */
export function LiveCode({ id }: { id: string }) {
  const payment = useLivePayment(id);
  if (payment.isPending) return <CardSkeleton lines={8} />;
  if (payment.data === undefined) {
    const { detail, request_id } = payment.error ?? { detail: 'Internal Server Error', request_id: undefined };
    return <FailedState detail={detail} request_id={request_id} onRetry={() => void payment.refetch()} />;
  }
  return (
    <div>
      <CodePanel payment={payment.data.data} />
      <Anchor component={Link} to={`/qris-payment/${id}`} display="block" ta="center" mt="md" fz="sm">
        {messages().form.view}
      </Anchor>
    </div>
  );
}
