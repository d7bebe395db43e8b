/** A QR code that updates in real time. */
import { getQrisPayment } from '@dasbor/contract/qris-payment';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';

/** Loads a code and reloads it on every live event about it. */
export function useLivePayment(id: string) {
  const client = useQueryClient();
  const payment = useQuery({ ...buildQuery(getQrisPayment, { params: { id } }), meta: { quiet: true } });
  useLive((event) => {
    const is_ours =
      event.topic === 'resync' ||
      event.id === id ||
      event.id === payment.data?.data.transaction_id ||
      event.id === null;
    if (is_ours) void client.invalidateQueries({ queryKey: buildQueryKey(getQrisPayment, { params: { id } }) });
  });
  return payment;
}
