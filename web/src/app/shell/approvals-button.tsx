import { countWaitingApprovals } from '@dasbor/contract/approval';
import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLiveBatch } from '../../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../../api/query.ts';
import { paths } from '../routes/paths.ts';
import { messages } from './messages.ts';

/** Opens the approvals; its count stays until what waits for the user is decided. */
export function ApprovalsButton() {
  const t = messages().approvals;
  const client = useQueryClient();
  const waiting = useQuery({ ...buildQuery(countWaitingApprovals), meta: { quiet: true } });
  useLiveBatch('approval', () => {
    void client.invalidateQueries({ queryKey: buildQueryKey(countWaitingApprovals) });
  });
  const { count = 0, may_view = false } = waiting.data?.data ?? {};
  if (!may_view) return null;
  const name = count > 0 ? t.waiting(count) : t.title;
  return (
    <Tooltip label={name} openDelay={400}>
      <Indicator disabled={count === 0} size={16} offset={6} color="orange.8" label={count > 99 ? '99+' : count}>
        <ActionIcon component={Link} to={paths.approvals()} variant="subtle" color="gray" size="lg" aria-label={name}>
          <IconChecks size={19} stroke={1.7} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
