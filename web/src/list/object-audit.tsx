import { listAuditLogs, listMerchantAuditLogs } from '@dasbor/contract/audit';
import { listProviderEvents } from '@dasbor/contract/operations';
import { Button, Group, UnstyledButton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { buildPagesQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { type Column, EMPTY_CELL } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { listChanges } from './audit-changes.ts';
import { buildEntryColumns } from './audit-columns.tsx';
import { EntrySheet, type SheetEntry } from './audit-entry-sheet.tsx';
import { formatAction } from './audit-labels.ts';
import { auditMessages } from './audit-messages.ts';
import { AuditResultChip } from './audit-result-chip.tsx';
import classes from './object-audit.module.css';

/** The object of a detail page in the audit log. */
export interface AuditedObject {
  /** Types under which actions on the object are logged. */
  object_types: readonly string[];
  object_id: string;
  /** An object that belongs to it alone, with a type of `object_types`, whose entries are shown too. */
  part_id?: string | null;
  /** For the provider's staff: the log of a merchant, or their own activity; absent for people of the merchant. */
  log?: { merchant_id: string } | 'provider' | undefined;
}

const PAGE_ROWS = 20;
/** Changes that a row names; the entry itself has all of them. */
const SHOWN_CHANGES = 3;

/** Whether the signed-in person may read the audit log of the object. */
export function useCanViewAudit({ log }: Pick<AuditedObject, 'log'>): boolean {
  const may_own = useHasAccess('Audit log', 'view');
  const may_merchants = useHasAccess('Merchants', 'view');
  const may_operations = useHasAccess('Operations', 'view');
  if (log === undefined) return may_own;
  return log === 'provider' ? may_operations : may_merchants;
}

/** The audit log entries about one object, newest first, page by page. */
export function ObjectAudit(object: AuditedObject) {
  const t = auditMessages().object;
  const [shown, setShown] = useState<Entry | null>(null);
  const pages = useInfiniteQuery({ ...buildEntriesQuery(object), meta: { quiet: true } });
  if (pages.isPending) return <ListSkeleton rows={4} />;
  if (pages.data === undefined) {
    const { detail, request_id } = toProblem(pages.error);
    return <FailedState detail={detail} request_id={request_id} onRetry={() => void pages.refetch()} />;
  }
  const rows = pages.data.pages.flatMap(({ data }) => data);
  return (
    <>
      <Panel flush>
        {rows.length === 0 ? (
          <EmptyState title={t.empty} icon={<IconHistory size={22} stroke={1.6} />}>
            {t.empty_line}
          </EmptyState>
        ) : (
          <PanelTable
            label={t.label}
            columns={buildColumns(setShown)}
            rows={rows}
            keyOf={({ id }) => id}
            renderCard={(entry) => <Card entry={entry} onOpen={setShown} />}
          />
        )}
      </Panel>
      {pages.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {t.more}
          </Button>
        </Group>
      )}
      <EntrySheet entry={shown} onClose={() => setShown(null)} />
    </>
  );
}

/** Staff activity names fewer details of an action. */
type Entry = SheetEntry;

const OF_PROVIDER = listProviderEvents as unknown as typeof listAuditLogs;

function buildEntriesQuery({ object_types, object_id, part_id, log }: AuditedObject) {
  const ids = part_id ? `${object_id},${part_id}` : object_id;
  const query = { object_type: object_types.join(','), object_id: ids, limit: PAGE_ROWS } as never;
  if (log === undefined) return buildPagesQuery(listAuditLogs, { query });
  if (log === 'provider') return buildPagesQuery(OF_PROVIDER, { query: { object_id, limit: PAGE_ROWS } as never });
  return buildPagesQuery(listMerchantAuditLogs as unknown as typeof listAuditLogs, { params: log, query } as never);
}

type Open = (entry: Entry) => void;

/** As in the log of the merchant, with the changes in place of the object. The address is in the entry itself. */
function buildColumns(onOpen: Open): readonly Column<Entry>[] {
  const all = buildEntryColumns<Entry>();
  return all
    .filter(({ id }) => id !== 'ip')
    .map((column) => {
      if (column.id === 'action')
        return { ...column, render: (entry) => <AuditActionButton entry={entry} onOpen={onOpen} /> };
      if (column.id !== 'object') return column;
      return {
        id: 'changes',
        label: auditMessages().object.changes,
        width_px: 240,
        priority: 7,
        render: (entry) => <Changes entry={entry} />,
      };
    });
}

const AuditActionButton = ({ entry, onOpen }: { entry: Entry; onOpen: Open }) => (
  <UnstyledButton
    className={links.link}
    aria-label={auditMessages().object.open(formatAction(entry.action))}
    onClick={() => onOpen(entry)}
  >
    {formatAction(entry.action)}
  </UnstyledButton>
);

function Changes({ entry }: { entry: Entry }) {
  const changes = listChanges(entry);
  if (changes.length === 0) return EMPTY_CELL;
  const further = changes.length - SHOWN_CHANGES;
  return (
    <ul className={classes.changes}>
      {changes.slice(0, SHOWN_CHANGES).map(({ field, before, after }) => (
        <li key={field} title={`${field}: ${before ?? '–'} → ${after ?? '–'}`}>
          <code>{field}</code> {before !== null && `${before} → `}
          {after ?? '–'}
        </li>
      ))}
      {further > 0 && <li className={classes.further}>{auditMessages().object.more_changes(further)}</li>}
    </ul>
  );
}

const Card = ({ entry, onOpen }: { entry: Entry; onOpen: Open }) => (
  <RowCard>
    <AuditActionButton entry={entry} onOpen={onOpen} />
    <AuditResultChip result={entry.result} />
    <SecondaryText>{entry.actor_name ?? auditMessages().actors[entry.actor_type]}</SecondaryText>
    <SecondaryText>
      <Instant at={entry.at} seconds />
    </SecondaryText>
    <Changes entry={entry} />
  </RowCard>
);
