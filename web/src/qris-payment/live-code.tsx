import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FailedState } from '../ui/failed-state.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { CodePanel } from './code-panel.tsx';
import { useLivePayment } from './use-live-payment.ts';

/** The code of a payment that was just created, until it is paid. */
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
        Open the whole page of this payment
      </Anchor>
    </div>
  );
}
