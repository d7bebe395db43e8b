import { getPayoutAlert } from '@dasbor/contract/payout-balance';
import { Group, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowsRightLeft, IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { AlertForm } from './alert-form.tsx';
import classes from './deposit-va.module.css';
import { TransferForm } from './transfer-form.tsx';
import { messages } from './messages.ts';

/** The payout balance, its alert and the transfer form. */
export function PayoutPanel({ onMove, is_moving }: { is_moving: boolean; onMove: (moving: boolean) => void }) {
  const t = messages().payout;
  const client = useQueryClient();
  const may_manage = useHasAccess('Deposit VA', 'manage');
  const inactive = useInactiveReason('payouts');
  const [is_alerting, setAlerting] = useState(false);
  const alert = useQuery({ ...buildQuery(getPayoutAlert), meta: { quiet: true } });
  useLive(({ topic }) => {
    if (topic === 'balance' || topic === 'resync')
      void client.invalidateQueries({ queryKey: buildQueryKey(getPayoutAlert) });
  });
  if (alert.isPending)
    return (
      <Panel title={t.title}>
        <Skeleton h={40} w={260} />
      </Panel>
    );
  if (alert.data === undefined) {
    const { detail, request_id } = alert.error;
    return (
      <Panel title={t.title}>
        <FailedState detail={detail} request_id={request_id} onRetry={() => void alert.refetch()} />
      </Panel>
    );
  }
  const { balance, threshold, is_below } = alert.data.data;
  const reason = may_manage ? undefined : t.denied;
  return (
    <Panel title={t.title}>
      <div className={classes.balance}>
        <div>
          <div className={classes.metric}>{formatRupiah(balance)}</div>
          {is_below && threshold !== null ? (
            <Group gap={6} className={classes.low}>
              <IconAlertTriangle size={15} aria-hidden />
              <Text fz="sm">{t.low(formatRupiah(threshold))}</Text>
            </Group>
          ) : (
            <Text fz="sm" c="dimmed">
              {threshold === null ? t.no_alert : t.alert_at(formatRupiah(threshold))}
            </Text>
          )}
        </div>
        <Group gap="xs">
          <ActionButton
            variant="default"
            disabled_reason={reason}
            leftSection={<IconBell size={16} aria-hidden />}
            onClick={() => setAlerting(true)}
          >
            {t.alert}
          </ActionButton>
          <ActionButton
            variant="default"
            disabled_reason={reason ?? inactive}
            leftSection={<IconArrowsRightLeft size={16} aria-hidden />}
            onClick={() => onMove(true)}
          >
            {t.transfer}
          </ActionButton>
        </Group>
      </div>
      <AlertForm opened={is_alerting} alert={alert.data.data} onClose={() => setAlerting(false)} />
      <TransferForm opened={is_moving && may_manage && inactive === undefined} onClose={() => onMove(false)} />
    </Panel>
  );
}
