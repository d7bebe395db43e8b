import { translateFeeRuleName } from '@dasbor/contract/fee-rule-names';
import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Amount } from '../ui/amount.tsx';
import {
  formatRate,
  formatValidity,
  formatFeeCalculation,
  formatAppliedLimit,
  formatVatCalculation,
} from '../ui/format-fee.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Panel } from '../ui/panel.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import classes from './transaction.module.css';
import { messages } from './messages.ts';

export interface FeePanelProps {
  transaction: TransactionDetail;
  /** Link to all prices. */
  actions?: ReactNode;
}

/** Fees and net amount, calculated step by step by the rule in force. */
export function FeePanel({ transaction: of, actions }: FeePanelProps) {
  const t = messages().fees;
  const { fee_rule: rule, fee_working: working } = of;
  if (rule === null || working === null) {
    return (
      <Panel title={t.title} actions={actions}>
        <Text c="dimmed">{t.pending}</Text>
      </Panel>
    );
  }
  const has_steps = (rule.rate_bps > 0 && rule.flat_amount > 0) || working.bound !== null;
  return (
    <Panel title={t.title} actions={actions}>
      <table className={classes.fees}>
        <tbody>
          <Line
            label={t.gross}
            working={of.tip_amount > 0 ? t.tip(formatRupiah(of.tip_amount)) : undefined}
            amount={of.amount}
          />
          {has_steps && (
            <>
              <Step label={t.share(formatRate(rule.rate_bps), formatRupiah(of.amount))} amount={working.rate_amount} />
              <Step label={t.flat} amount={working.flat_amount} />
              {working.bound !== null && <Step label={t.subtotal} amount={working.subtotal_amount} />}
            </>
          )}
          <Line label={t.fee} working={formatFormula(of)} amount={-of.fee_amount} />
          <Line label={t.vat} working={formatVatCalculation(rule, of.fee_amount)} amount={-of.fee_vat_amount} />
          <RefundLines transaction={of} />
          <Line label={t.net} amount={of.net_amount ?? 0} />
          {of.commission_amount > 0 && (
            <Line label={t.commission} working={t.commission_booked} amount={-of.commission_amount} />
          )}
        </tbody>
      </table>
      <Text fz="xs" c="dimmed" mt={8} component="div">
        <Badge size="xs" variant="light" color={rule.is_own ? 'primary' : 'gray'} mr={6}>
          {rule.is_own ? t.own : t.standard}
        </Badge>
        {translateFeeRuleName(rule.name, currentLanguage())}, {t.version(rule.version)}, {formatValidity(rule)} (WIB).{' '}
        {t.rounding}
      </Text>
    </Panel>
  );
}

/** What refunds and a reversal deducted from the payment, what they returned of its fees, and what the refunds cost. */
function RefundLines({ transaction: of }: { transaction: TransactionDetail }) {
  const t = messages().fees;
  const before = of.status === 'reversed' ? 0 : of.amount - of.fee_amount - of.fee_vat_amount;
  const returned_fees = (of.net_amount ?? 0) - before + of.refunded_amount + of.refund_fee_amount;
  return (
    <>
      {of.status === 'reversed' && <Line label={t.reversed} amount={of.fee_amount + of.fee_vat_amount - of.amount} />}
      {of.refunded_amount > 0 && <Line label={t.refunded} amount={-of.refunded_amount} />}
      {returned_fees > 0 && <Line label={t.fees_returned} amount={returned_fees} />}
      {of.refund_fee_amount > 0 && <Line label={t.refund_fees} amount={-of.refund_fee_amount} />}
    </>
  );
}

/** Formula of the fee, or the limit that applied. */
function formatFormula({ fee_rule: rule, fee_working: working, amount }: TransactionDetail): string | undefined {
  if (rule === null || working === null) return undefined;
  if (working.bound !== null) return formatAppliedLimit(rule, working.bound);
  return formatFeeCalculation(rule, amount);
}

const Line = ({ label, working, amount }: { label: string; working?: string | undefined; amount: number }) => (
  <tr>
    <th scope="row">
      {label}
      {working !== undefined && <span className={classes.working}>{working}</span>}
    </th>
    <td>
      {/* Avoids a negative zero. */}
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
