import { getRefundTerms } from '@dasbor/contract/refund';
import type { RefundReason } from '@dasbor/contract/refund-fields';
import type { Transaction } from '@dasbor/contract/transaction';
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { RefundFields } from './refund-fields.tsx';
import { messages } from './messages.ts';

export interface RefundDialogProps {
  transaction: Pick<Transaction, 'id' | 'amount' | 'duplicate_payment'>;
  opened: boolean;
  onClose: () => void;
}

/** Requests a refund of one payment, with a preview of its effects. */
export function RefundDialog({ transaction, opened, onClose }: RefundDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={messages().form.title(formatRupiah(transaction.amount))}
      size={520}
      closeButtonProps={{ 'aria-label': messages().close }}
    >
      {/* Mounted again at each opening, with a new idempotency key. */}
      <Content
        transaction_id={transaction.id}
        reason={transaction.duplicate_payment ? 'duplicate' : null}
        onClose={onClose}
      />
    </Modal>
  );
}

function Content(props: { transaction_id: string; reason: RefundReason | null; onClose: () => void }) {
  const { transaction_id: id, reason, onClose } = props;
  const terms = useQuery({
    ...buildQuery(getRefundTerms, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  if (terms.isPending) {
    return (
      <Stack gap="md" aria-busy>
        {[56, 56, 56, 140].map((height, place) => (
          <Skeleton key={place} h={height} radius={8} />
        ))}
      </Stack>
    );
  }
  if (terms.isError) {
    const { message, request_id } = terms.error;
    return <FailedState detail={message} request_id={request_id} onRetry={() => void terms.refetch()} />;
  }
  const { data } = terms.data;
  if (data.refusal === null) return <RefundFields terms={data} reason={reason} onClose={onClose} />;
  return (
    <Stack gap="lg">
      <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title={messages().form.not_refundable}>
        <Text fz="sm">{data.refusal.detail}</Text>
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {messages().close}
        </Button>
      </Group>
    </Stack>
  );
}
