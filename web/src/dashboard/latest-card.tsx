import type { Transaction, listTransactions } from '@dasbor/contract/transaction';
import type { Output } from '@dasbor/contract/route';
import { methodLabel } from '@dasbor/contract/labels';
import { Table } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallError } from '../api/problem.ts';
import { Amount } from '../ui/amount.tsx';
import { shortenId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant, formatShortInstant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { Card } from '../ui/metric-card.tsx';
import classes from './dashboard.module.css';
import { messages } from './messages.ts';

export const LATEST_QUERY = { query: { limit: 10 } };
/** A header and ten rows of forty pixels. */
const HEIGHT_PX = 440;

/** The ten latest payments, independent of the period. */
export const LatestCard = ({ query }: { query: UseQueryResult<Output<typeof listTransactions>, CallError> }) => (
  <Card
    title={messages().latest.title}
    query={query}
    height_px={HEIGHT_PX}
    actions={<Link to="/transaction">{messages().latest.see_all}</Link>}
  >
    {({ data }) => (
      <Table className={classes.latest}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages().latest.time}</Table.Th>
            <Table.Th className={classes.wide}>{messages().latest.id}</Table.Th>
            <Table.Th className={classes.wide}>{messages().latest.method}</Table.Th>
            <Table.Th ta="right">{messages().latest.amount}</Table.Th>
            <Table.Th>{messages().latest.status}</Table.Th>
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
        {formatShortInstant(row.created_at)}
      </time>
    </Table.Td>
    <Table.Td className={classes.wide}>
      <Link to="/transaction/$id" params={{ id: row.id }} title={row.id} className={classes.mono}>
        {shortenId(row.id)}
      </Link>
    </Table.Td>
    <Table.Td className={classes.wide}>{methodLabel(row.method, currentLanguage())}</Table.Td>
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
