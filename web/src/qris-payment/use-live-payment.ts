/** A QR code that updates in real time. */
import { getQrisPayment } from '@dasbor/contract/qris-payment';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';

/** Loads a code and reloads it on every live event about it. */
export function useLivePayment(id: string) {
  const client = useQueryClient();
  const payment = useQuery({ ...buildQuery(getQrisPayment, { params: { id } }), meta: { quiet: true } });
  const reload = () => client.invalidateQueries({ queryKey: buildQueryKey(getQrisPayment, { params: { id } }) });
  const is_loaded = payment.data !== undefined;
  // The answer under way may be older than an event that comes before it.
  const is_outdated = useRef(false);
  useLive((event) => {
    if (!is_loaded) is_outdated.current = true;
    const is_ours =
      event.topic === 'resync' ||
      event.id === id ||
      event.id === payment.data?.data.transaction_id ||
      event.id === null;
    if (is_ours) void reload();
  });
  useEffect(() => {
    if (!is_loaded || !is_outdated.current) return;
    is_outdated.current = false;
    void reload();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once, when the first answer is there
  }, [is_loaded]);
  return payment;
}
