import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Amount } from '../ui/amount.tsx';
import {
  formatRate,
  formatValidity,
  formatFeeCalculation,
  formatFeeLimits,
  formatVatCalculation,
} from '../ui/format-fee.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { Panel } from '../ui/panel.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import classes from './transaction.module.css';

export interface FeePanelProps {
  transaction: TransactionDetail;
  /** Where all prices can be seen. */
  actions?: ReactNode;
}

/** What the merchant receives of the payment, worked step by step by the rule of the day. */
export function FeePanel({ transaction: of, actions }: FeePanelProps) {
  const { fee_rule: rule, fee_working: working } = of;
  if (rule === null || working === null) {
    return (
      <Panel title="Fees" actions={actions}>
        <Text c="dimmed">The fee is worked out when the payment succeeds.</Text>
      </Panel>
    );
  }
  const has_steps = (rule.rate_bps > 0 && rule.flat_amount > 0) || working.bound !== null;
  return (
    <Panel title="Fees" actions={actions}>
      <table className={classes.fees}>
        <tbody>
          <Line
            label="Gross"
            working={of.tip_amount > 0 ? `${formatRupiah(of.tip_amount)} of it is a tip` : undefined}
            amount={of.amount}
          />
          {has_steps && (
            <>
              <Step label={`${formatRate(rule.rate_bps)} of ${formatRupiah(of.amount)}`} amount={working.rate_amount} />
              <Step label="Fixed part" amount={working.flat_amount} />
              {working.bound !== null && <Step label="Together" amount={working.subtotal_amount} />}
            </>
          )}
          <Line label="Fee (MDR)" working={formatFormula(of)} amount={-of.fee_amount} />
          <Line
            label="PPN on the fee"
            working={formatVatCalculation(rule, of.fee_amount)}
            amount={-of.fee_vat_amount}
          />
          <Line label="Net" amount={of.net_amount} />
        </tbody>
      </table>
      <Text fz="xs" c="dimmed" mt={8} component="div">
        <Badge size="xs" variant="light" color={rule.is_own ? 'primary' : 'gray'} mr={6}>
          {rule.is_own ? 'Your own price' : 'Standard price'}
        </Badge>
        {rule.name}, version {rule.version}, {formatValidity(rule)} (WIB). Each part is rounded half up to whole rupiah.
      </Text>
    </Panel>
  );
}

/** How the fee came about: the formula, or the limit that took hold. */
function formatFormula({ fee_rule: rule, fee_working: working, amount }: TransactionDetail): string | undefined {
  if (rule === null || working === null) return undefined;
  if (working.bound !== null) return formatFeeLimits(rule);
  return formatFeeCalculation(rule, amount);
}

const Line = ({ label, working, amount }: { label: string; working?: string | undefined; amount: number }) => (
  <tr>
    <th scope="row">
      {label}
      {working !== undefined && <span className={classes.working}>{working}</span>}
    </th>
    <td>
      {/* A fee of nothing is not a negative nothing. */}
      <Amount value={amount === 0 ? 0 : amount} />
    </td>
  </tr>
);

const Step = ({ label, amount }: { label: string; amount: number }) => (
  <tr className={classes.step}>
    <th scope="row">{label}</th>
    <td>
      <Amount value={amount} />
    </td>
  </tr>
);
