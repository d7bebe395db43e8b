import { type Journal, getJournal } from '@dasbor/contract/balance';
import { Drawer, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { Amount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { formatAccountType, formatEntryKind } from './account-labels.ts';
import classes from './balance.module.css';
import { Reference } from './reference.tsx';
import { messages } from './messages.ts';

/** The journal of a movement, with all its transfers. */
interface JournalSheetProps {
  journal_id: string | null;
  is_provider: boolean;
  onClose: () => void;
}

export const JournalSheet = ({ journal_id, is_provider, onClose }: JournalSheetProps) => (
  <Drawer
    opened={journal_id !== null}
    onClose={onClose}
    position="right"
    size={460}
    title={messages().journal.title}
    styles={{ title: { fontSize: 16, fontWeight: 650 } }}
    closeButtonProps={{ 'aria-label': messages().journal.close }}
  >
    {journal_id !== null && <JournalDetail id={journal_id} is_provider={is_provider} />}
  </Drawer>
);

function JournalDetail({ id, is_provider }: { id: string; is_provider: boolean }) {
  const t = messages();
  const journal = useQuery({ ...buildQuery(getJournal, { params: { id } }), meta: { quiet: true } });
  if (journal.isPending) return <CardSkeleton lines={6} />;
  if (journal.isError) {
    const { detail, request_id } = journal.error;
    return <FailedState detail={detail} request_id={request_id} onRetry={() => void journal.refetch()} />;
  }
  const { posted_at, transfers } = journal.data.data;
  return (
    <Stack gap="md">
      <DetailList
        rows={[
          [t.journal.title, <CopyableId key="id" value={id} label={t.copy.journal} />],
          [t.columns.posted_at, <Instant key="posted" at={posted_at} />],
        ]}
      />
      <section aria-label={t.journal.transfers}>
        {transfers.map((transfer) => (
          <Transfer key={transfer.id} transfer={transfer} is_provider={is_provider} />
        ))}
      </section>
      <Text c="dimmed" fz="sm">
        {t.journal.note}
      </Text>
    </Stack>
  );
}

const Transfer = ({ transfer, is_provider }: { transfer: Journal['transfers'][number]; is_provider: boolean }) => (
  <div className={classes.transfer}>
    <Text fw={600}>{formatEntryKind(transfer.kind)}</Text>
    <Amount value={transfer.amount} strong />
    <span className={classes.quiet}>
      {formatAccountType(transfer.debit_account.type, is_provider)} →{' '}
      {formatAccountType(transfer.credit_account.type, is_provider)}
    </span>
    <Reference type={transfer.reference_type} id={transfer.reference_id} />
    {transfer.description !== null && <span className={classes.quiet}>{transfer.description}</span>}
  </div>
);
