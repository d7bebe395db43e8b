import { listQrisPayments } from '@dasbor/contract/qris-payment';
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { Amount } from '../ui/amount.tsx';
import { shortId } from '../ui/copyable-id.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import classes from './sticker.module.css';

const SHOWN = 50;

/** The latest payments of a sticker, newest first. */
export function StickerPayments({ id }: { id: string }) {
  const t = messages().payments;
  const client = useQueryClient();
  const input = { query: { qris_payment_id: id, limit: SHOWN } };
  const payments = useQuery({ ...buildQuery(listQrisPayments, input), meta: { quiet: true } });
  useLive((event) => {
    if (event.id === id || event.topic === 'resync') {
      void client.invalidateQueries({ queryKey: buildQueryKey(listQrisPayments, input) });
    }
  });
  if (payments.isPending) {
    return (
      <Panel title={t.title}>
        <CardSkeleton lines={4} />
      </Panel>
    );
  }
  if (payments.data === undefined) {
    const { message } = payments.error;
    return (
      <Panel title={t.title}>
        <FailedState detail={message} onRetry={() => void payments.refetch()} />
      </Panel>
    );
  }
  const { data: rows, next_cursor } = payments.data;
  const has_tips = rows.some(({ tip_amount }) => tip_amount > 0);
  return (
    <Panel title={t.title} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <Text c="dimmed">{t.empty}</Text>
      ) : (
        <div className={classes.scroll} role="group" aria-label={t.scrollable} tabIndex={0}>
          <table className={classes.payments} aria-label={t.title}>
            <thead>
              <tr>
                <th scope="col">{t.paid}</th>
                <th scope="col" className={classes.right}>
                  {t.amount}
                </th>
                {has_tips && (
                  <th scope="col" className={classes.right}>
                    {t.tip}
                  </th>
                )}
                <th scope="col">{t.status}</th>
                <th scope="col">{t.issuer}</th>
                <th scope="col">{t.rrn}</th>
                <th scope="col">{t.transaction}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Instant at={row.paid_at ?? row.created_at} />
                  </td>
                  <td className={classes.right}>
                    <Amount value={row.amount} strong />
                  </td>
                  {has_tips && (
                    <td className={classes.right}>{row.tip_amount > 0 ? <Amount value={row.tip_amount} /> : '–'}</td>
                  )}
                  <td>
                    <StatusChip status={row.status} />
                  </td>
                  <td>{row.issuer ?? '–'}</td>
                  <td>{row.rrn ?? '–'}</td>
                  <td>
                    <Link to="/transaction/$id" params={{ id: row.id }} title={row.id} className={classes.link}>
                      {shortId(row.id)}
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next_cursor !== null && (
        <Text p="md">
          <Link to="/qris-payment" search={{ qris_payment_id: id }} className={classes.link}>
            {t.all}
          </Link>
        </Text>
      )}
    </Panel>
  );
}
