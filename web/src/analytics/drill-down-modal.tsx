import { type AnalyticsTab, toDateRange } from '@dasbor/contract/analytics';
import { summariseDisbursements } from '@dasbor/contract/disbursement';
import {
  summariseDisbursementsOfMerchants,
  summariseRefundsOfMerchants,
  summariseTransactionsOfMerchants,
} from '@dasbor/contract/merchant-lists';
import { add } from '@dasbor/contract/money';
import { summariseRefunds } from '@dasbor/contract/refund';
import type { Route } from '@dasbor/contract/route';
import { summariseTransactions } from '@dasbor/contract/transaction';
import { Modal, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { RANGE_MAX_DAYS } from '../list/range-presets.ts';
import { formatCount, formatRupiah } from '../ui/amount.tsx';
import { formatDay } from '../ui/instant.tsx';
import linkClasses from '../ui/link.module.css';
import { messages as sharedMessages } from '../ui/messages.ts';
import classes from './analytics.module.css';
import type { AnalyticsScope, DrillDownLink, DrillDownLinks } from './drill-down.ts';
import { messages } from './messages.ts';

/** The totals of the lists that metrics lead to. */
const TOTALS: Record<AnalyticsScope, Record<AnalyticsTab, Route>> = {
  merchant: {
    payments: summariseTransactions,
    refunds: summariseRefunds,
    disbursements: summariseDisbursements,
  },
  provider: {
    payments: summariseTransactionsOfMerchants,
    refunds: summariseRefundsOfMerchants,
    disbursements: summariseDisbursementsOfMerchants,
  },
};

interface Sum {
  count: number;
  amount: number;
}

export interface DrillDownModalProps {
  scope: AnalyticsScope;
  tab: AnalyticsTab;
  /** What the parts are about. */
  title: string;
  links: DrillDownLinks;
  onClose: () => void;
}

/** The parts of a period that is too long for one list, with what each list counts. */
export function DrillDownModal({ scope, tab, title, links, onClose }: DrillDownModalProps) {
  const t = messages();
  const route = TOTALS[scope][tab];
  const sums = useQueries({
    queries: links.map(({ query }) => ({
      ...buildQuery(route, { query } as never),
      meta: { quiet: true },
      select: (response: unknown) => sumStatuses((response as { data: Sum[] }).data),
    })),
  });
  const known = sums.flatMap(({ data }) => data ?? []);
  const total = known.length === links.length ? sumStatuses(known) : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': sharedMessages().close }}
    >
      <Stack gap="md">
        <Text fz="sm">{t.parts.line(RANGE_MAX_DAYS)}</Text>
        <Table className={classes.parts}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.period.label}</Table.Th>
              <Table.Th ta="right">{t.table.count}</Table.Th>
              <Table.Th ta="right">{t.table.amount}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {links.map((part, index) => (
              <Table.Tr key={part.from}>
                <Table.Td>
                  <Link to={part.link.to} search={part.link.search} className={linkClasses.link}>
                    <PartDays part={part} />
                  </Link>
                </Table.Td>
                <SumCells sum={sums[index]?.data} is_failed={sums[index]?.isError ?? false} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th>{t.parts.total}</Table.Th>
              <SumCells sum={total} is_failed={sums.some(({ isError }) => isError)} />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Stack>
    </Modal>
  );
}

function SumCells({ sum, is_failed }: { sum: Sum | undefined; is_failed: boolean }) {
  const show = (text: string | undefined) => text ?? (is_failed ? '–' : <Skeleton h={14} w={72} ml="auto" />);
  return (
    <>
      <Table.Td ta="right">{show(sum && formatCount(sum.count))}</Table.Td>
      <Table.Td ta="right">{show(sum && formatRupiah(sum.amount))}</Table.Td>
    </>
  );
}

const sumStatuses = (of: readonly Sum[]): Sum => ({
  count: add(...of.map(({ count }) => count)),
  amount: add(...of.map(({ amount }) => amount)),
});

/** `1 Nov 2025 – 30 Apr 2026`; a narrow screen breaks it between the days only. */
function PartDays({ part }: { part: DrillDownLink }) {
  const { first, last } = toDateRange(part);
  if (first === last) return <span>{formatDay(first)}</span>;
  return (
    <>
      <span>{`${formatDay(first)} –`}</span> <span>{formatDay(last)}</span>
    </>
  );
}
