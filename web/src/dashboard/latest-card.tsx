import type { Transaction, listTransactions } from '@dasbor/contract/transaction';
import type { Output } from '@dasbor/contract/route';
import { Table } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallError } from '../api/problem.ts';
import { Amount } from '../ui/amount.tsx';
import { shortId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { Card } from './card.tsx';
import classes from './dashboard.module.css';
import { formatShortTime, wordsOfMethod } from './figures.ts';

export const LATEST = { query: { limit: 10 } };
/** A head and ten rows of forty pixels. */
const HEIGHT_PX = 440;

/** The ten newest payments, whatever the period. */
export const LatestCard = ({ query }: { query: UseQueryResult<Output<typeof listTransactions>, CallError> }) => (
  <Card
    title="Latest transactions"
    query={query}
    height_px={HEIGHT_PX}
    actions={<Link to="/transaction">See all</Link>}
  >
    {({ data }) => (
      <Table className={classes.latest}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Time</Table.Th>
            <Table.Th className={classes.wide}>Transaction ID</Table.Th>
            <Table.Th className={classes.wide}>Method</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    )}
  </Card>
);

const Row = ({ row }: { row: Transaction }) => (
  <Table.Tr>
    <Table.Td>
      <span className={classes.wide}>
        <Instant at={row.created_at} />
      </span>
      <time className={classes.narrow} dateTime={row.created_at}>
        {formatShortTime(row.created_at)}
      </time>
    </Table.Td>
    <Table.Td className={classes.wide}>
      <Link to="/transaction/$id" params={{ id: row.id }} title={row.id} className={classes.mono}>
        {shortId(row.id)}
      </Link>
    </Table.Td>
    <Table.Td className={classes.wide}>{wordsOfMethod(row.method)}</Table.Td>
    <Table.Td ta="right">
      <Link to="/transaction/$id" params={{ id: row.id }} className={classes.amountLink}>
        <Amount value={row.amount} strong />
      </Link>
    </Table.Td>
    <Table.Td>
      <StatusChip status={row.status} />
    </Table.Td>
  </Table.Tr>
);
