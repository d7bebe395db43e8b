/** Columns and cards of logged actions: of a merchant, and of the provider. */
import type { AuditLogEntry } from '@dasbor/contract/audit';
import { type Column, STATUS, TIME, renderText } from '../ui/column.tsx';
import { Instant } from '../ui/instant.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { formatAction } from './audit-labels.ts';
import { auditMessages } from './audit-messages.ts';
import { AuditResultChip } from './audit-result-chip.tsx';

type Entry = Pick<AuditLogEntry, 'at' | 'actor_type' | 'actor_name' | 'action' | 'object_id' | 'result' | 'ip'> & {
  actor_email?: string | null;
};

const formatActor = ({ actor_name, actor_type }: Entry): string => actor_name ?? auditMessages().actors[actor_type];

export const buildEntryColumns = <Row extends Entry>(): readonly Column<Row>[] => {
  const t = auditMessages().columns;
  return [
    { ...TIME, id: 'time', label: t.time, render: (entry) => <Instant at={entry.at} seconds /> },
    {
      id: 'actor',
      label: t.actor,
      width_px: 170,
      priority: 6,
      render: (entry) => <span title={entry.actor_email ?? undefined}>{formatActor(entry)}</span>,
    },
    { id: 'action', label: t.action, width_px: 220, render: (entry) => formatAction(entry.action) },
    {
      id: 'object',
      label: t.object,
      width_px: 230,
      priority: 4,
      render: (entry) => <span title={entry.object_id ?? undefined}>{renderText(entry.object_id)}</span>,
    },
    { ...STATUS, id: 'result', label: t.result, render: (entry) => <AuditResultChip result={entry.result} /> },
    { id: 'ip', label: t.ip, width_px: 130, priority: 3, render: (entry) => renderText(entry.ip) },
  ];
};

export const EntryCard = ({ entry }: { entry: Entry }) => (
  <RowCard>
    <strong>{formatAction(entry.action)}</strong>
    <AuditResultChip result={entry.result} />
    <SecondaryText>{formatActor(entry)}</SecondaryText>
    <SecondaryText>
      <Instant at={entry.at} seconds />
    </SecondaryText>
  </RowCard>
);
