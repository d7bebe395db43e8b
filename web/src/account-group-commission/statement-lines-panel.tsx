import type { CommissionStatementLine } from '@dasbor/contract/commission-statement';
import { Link } from '@tanstack/react-router';
import { Amount, formatCount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, type Column } from '../ui/column.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { messages } from './messages.ts';

/** The amounts of a commission statement by merchant. */
export function StatementLinesPanel({ lines }: { lines: readonly CommissionStatementLine[] }) {
  const { statement: t, detail } = messages();
  return (
    <Panel title={t.lines} flush>
      <PanelTable
        label={t.lines}
        columns={buildColumns()}
        rows={lines}
        keyOf={({ merchant_id }) => merchant_id}
        renderCard={(line) => (
          <RowCard>
            <MerchantLink line={line} />
            <Amount value={line.payable_amount} strong />
            <SecondaryText>
              {detail.payments}: {formatCount(line.transaction_count)}
            </SecondaryText>
            <SecondaryText>
              {detail.adjustments}: <Amount value={line.adjustment_amount} />
            </SecondaryText>
          </RowCard>
        )}
      />
    </Panel>
  );
}

const MerchantLink = ({ line: { merchant_id, merchant_name } }: { line: CommissionStatementLine }) => (
  <Link to="/merchant/$id" params={{ id: merchant_id }} title={merchant_name}>
    {merchant_name}
  </Link>
);

type AmountField = 'gross_amount' | 'fee_amount' | 'commission_amount' | 'adjustment_amount' | 'payable_amount';

function buildColumns(): readonly Column<CommissionStatementLine>[] {
  const t = messages().detail;
  const amount = (id: AmountField, label: string, priority?: number): Column<CommissionStatementLine> => ({
    ...AMOUNT,
    id,
    label,
    priority,
    render: (line) => <Amount value={line[id]} strong={id === 'payable_amount'} />,
  });
  return [
    { id: 'merchant', label: t.merchant, width_px: 190, render: (line) => <MerchantLink line={line} /> },
    { ...COUNT, id: 'count', label: t.payments, priority: 3, render: (line) => formatCount(line.transaction_count) },
    amount('gross_amount', t.gross, 2),
    amount('fee_amount', t.fee, 1),
    amount('commission_amount', t.commission, 5),
    amount('adjustment_amount', t.adjustments, 4),
    amount('payable_amount', t.payable),
  ];
}
