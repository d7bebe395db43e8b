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
import { accountLabel, kindLabel } from './account-labels.ts';
import classes from './balance.module.css';
import { Reference } from './reference.tsx';

/** The journal behind a movement: everything that was posted together. */
export const JournalSheet = ({ journal_id, onClose }: { journal_id: string | null; onClose: () => void }) => (
  <Drawer
    opened={journal_id !== null}
    onClose={onClose}
    position="right"
    size={460}
    title="Journal"
    styles={{ title: { fontSize: 16, fontWeight: 650 } }}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {journal_id !== null && <JournalDetail id={journal_id} />}
  </Drawer>
);

function JournalDetail({ id }: { id: string }) {
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
          ['Journal', <CopyableId key="id" value={id} label="journal id" />],
          ['Posted', <Instant key="posted" at={posted_at} />],
        ]}
      />
      <section aria-label="Transfers">
        {transfers.map((transfer) => (
          <Transfer key={transfer.id} transfer={transfer} />
        ))}
      </section>
      <Text c="dimmed" fz="sm">
        Each transfer debits one account and credits another by the same amount.
      </Text>
    </Stack>
  );
}

const Transfer = ({ transfer: of }: { transfer: Journal['transfers'][number] }) => (
  <div className={classes.transfer}>
    <Text fw={600}>{kindLabel(of.kind)}</Text>
    <Amount value={of.amount} strong />
    <span className={classes.quiet}>
      {accountLabel(of.debit_account.type)} → {accountLabel(of.credit_account.type)}
    </span>
    <Reference type={of.reference_type} id={of.reference_id} />
    {of.description !== null && <span className={classes.quiet}>{of.description}</span>}
  </div>
);
