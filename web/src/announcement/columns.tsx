import type { Announcement } from '@dasbor/contract/announcement';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { COUNT, type Column, STATUS, TIME } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant } from '../ui/instant.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { NameLines } from '../ui/two-lines.tsx';
import { SEVERITY_TONES, STATUS_TONES, formatAudience } from './labels.ts';
import { messages } from './messages.ts';

export const AnnouncementStatusChip = ({ status }: Pick<Announcement, 'status'>) => (
  <StatusChip status={status} tone={STATUS_TONES[status]} label={messages().statuses[status]} />
);
export const SeverityChip = ({ severity }: Pick<Announcement, 'severity'>) => (
  <StatusChip status={severity} tone={SEVERITY_TONES[severity]} label={messages().severities[severity]} />
);

export const getTitle = (row: Announcement): string => row[`title_${currentLanguage()}`];

export function buildColumns(): readonly Column<Announcement>[] {
  const { fields: t } = messages();
  return [
    { id: 'title', label: t.title, width_px: 240, render: (row) => <TitleLines row={row} /> },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <AnnouncementStatusChip {...row} /> },
    { ...STATUS, id: 'severity', label: t.severity, priority: 6, render: (row) => <SeverityChip {...row} /> },
    { ...COUNT, id: 'reach', label: t.merchants, priority: 5, render: (row) => row.merchant_count },
    { ...TIME, id: 'start', label: t.start, priority: 8, render: (row) => <Instant at={row.starts_at} /> },
    { ...TIME, id: 'end', label: t.end, priority: 7, render: (row) => <Instant at={row.ends_at} /> },
    { id: 'author', label: t.author, width_px: 140, priority: 2, render: (row) => row.created_by },
  ];
}

const TitleLines = ({ row }: { row: Announcement }) => (
  <NameLines>
    <Link to="/announcement/$id" params={{ id: row.id }} title={getTitle(row)}>
      {getTitle(row)}
    </Link>
    <Text span c="dimmed" fz="xs">
      {formatAudience(row)}
    </Text>
  </NameLines>
);

/** A row as a card, for phones. */
export const AnnouncementCard = ({ row }: { row: Announcement }) => (
  <RowCard>
    <strong>{getTitle(row)}</strong>
    <AnnouncementStatusChip {...row} />
    <SecondaryText>{formatAudience(row)}</SecondaryText>
    <SeverityChip {...row} />
    <SecondaryText>
      <Instant at={row.starts_at} />
    </SecondaryText>
    <SecondaryText>{messages().merchant_count(row.merchant_count)}</SecondaryText>
  </RowCard>
);
