import type { InvoiceDetail, InvoiceLine } from '@dasbor/contract/invoice';
import { formatInvoiceRule, invoiceMovementLabel, invoiceServiceLabel } from '@dasbor/contract/invoice-labels';
import { Amount, formatCount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, type Column } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { messages } from './messages.ts';

const formatService = ({ service }: InvoiceLine): string => invoiceServiceLabel(service, currentLanguage());
const formatRule = (line: InvoiceLine): string => formatInvoiceRule(line, currentLanguage());
const formatMovement = ({ movement }: InvoiceLine): string => invoiceMovementLabel(movement, currentLanguage());

/** The fees of the document by service and fee rule. */
export function LinesPanel({ invoice: { lines } }: { invoice: InvoiceDetail }) {
  const { detail } = messages();
  return (
    <Panel title={detail.lines} flush>
      <PanelTable
        label={detail.lines}
        columns={buildColumns()}
        rows={lines}
        keyOf={({ line_no }) => String(line_no)}
        renderCard={(line) => (
          <RowCard>
            <strong>{formatService(line)}</strong>
            <Amount value={line.total_amount} strong />
            <SecondaryText>{formatRule(line)}</SecondaryText>
            <SecondaryText>{formatMovement(line)}</SecondaryText>
            <SecondaryText>
              {messages().lines.count} {formatCount(line.count)}
            </SecondaryText>
            <SecondaryText>
              {messages().fields.vat} <Amount value={line.vat_amount} />
            </SecondaryText>
          </RowCard>
        )}
      />
    </Panel>
  );
}

function buildColumns(): readonly Column<InvoiceLine>[] {
  const { fields: t, lines } = messages();
  return [
    { id: 'service', label: lines.service, width_px: 150, render: formatService },
    {
      id: 'rule',
      label: lines.rule,
      width_px: 230,
      priority: 5,
      render: (line) => <span title={formatRule(line)}>{formatRule(line)}</span>,
    },
    { id: 'movement', label: lines.movement, width_px: 112, priority: 6, render: formatMovement },
    { ...COUNT, id: 'count', label: lines.count, priority: 4, render: (line) => formatCount(line.count) },
    { ...AMOUNT, id: 'fees', label: t.fees, priority: 7, render: (line) => <Amount value={line.fee_amount} /> },
    {
      ...AMOUNT,
      id: 'dpp',
      label: t.dpp,
      width_px: 136,
      priority: 2,
      render: (line) => <Amount value={line.dpp_amount} />,
    },
    { ...AMOUNT, id: 'vat', label: t.vat, priority: 3, render: (line) => <Amount value={line.vat_amount} /> },
    { ...AMOUNT, id: 'total', label: t.total, render: (line) => <Amount value={line.total_amount} strong /> },
  ];
}
