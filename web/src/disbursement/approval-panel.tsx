import { Stack, Text } from '@mantine/core';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import type { DisbursementDetail } from './detail-screen.tsx';
import { formatApprovers } from './labels.ts';
import { messages } from './messages.ts';

type Approvals = Pick<DisbursementDetail, 'decisions' | 'approvals_required' | 'approvals_missing' | 'approvers'>;

/** Approvers with their decisions and remarks. */
export function ApprovalPanel({ row }: { row: Approvals }) {
  const t = messages().detail;
  const given = row.decisions.filter(({ decision }) => decision === 'approve').length;
  const approvers = row.approvers === null ? '' : formatApprovers(row.approvers);
  return (
    <Panel title={t.approval}>
      <Stack gap="xs">
        {row.approvals_required !== null && <Text fw={600}>{t.approvals(given, row.approvals_required)}</Text>}
        {approvers !== '' && (
          <Text c="dimmed" fz="sm">
            {t.approvers(approvers)}
          </Text>
        )}
        {row.decisions.length === 0 && <Text c="dimmed">{t.approval_none}</Text>}
        {row.decisions.map(({ person, decision, reason, decided_at }) => (
          <div key={`${person}${decided_at}`}>
            <Text>
              <b>{person}</b> {decision === 'approve' ? t.approved_by : t.rejected_by}
              {reason !== null && `: ${reason}`}
            </Text>
            <Text c="dimmed" fz="xs">
              <Instant at={decided_at} seconds />
            </Text>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
