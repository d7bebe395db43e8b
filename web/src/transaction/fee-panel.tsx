import { Text } from '@mantine/core';
import { Amount } from '../ui/amount.tsx';
import { formatDay } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { type TransactionDetail, wordsOfFee, wordsOfVat } from './fee-words.ts';
import classes from './transaction.module.css';

/** What the merchant receives of the payment, worked step by step. */
export function FeePanel({ transaction: of }: { transaction: TransactionDetail }) {
  const rule = of.fee_rule;
  if (rule === null) {
    return (
      <Panel title="Fees">
        <Text c="dimmed">The fee is worked out when the payment succeeds.</Text>
      </Panel>
    );
  }
  return (
    <Panel title="Fees">
      <table className={classes.fees}>
        <tbody>
          <Line label="Gross" amount={of.amount} />
          <Line label="Fee (MDR)" working={wordsOfFee(rule, of.amount)} amount={-of.fee_amount} />
          <Line label="PPN on the fee" working={wordsOfVat(rule, of.fee_amount)} amount={-of.fee_vat_amount} />
          <Line label="Net" amount={of.net_amount} />
        </tbody>
      </table>
      <Text fz="xs" c="dimmed" mt={8}>
        Rule: {rule.name}, in force since {formatDay(`${rule.effective_from}T00:00:00+07:00`)}. Each part is rounded
        half up to whole rupiah.
      </Text>
    </Panel>
  );
}

const Line = ({ label, working, amount }: { label: string; working?: string; amount: number }) => (
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
