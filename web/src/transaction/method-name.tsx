import type { Transaction } from '@dasbor/contract/transaction';
import {
  IconBuildingBank,
  IconBuildingStore,
  IconCreditCard,
  IconQrcode,
  IconReceipt,
  IconWallet,
} from '@tabler/icons-react';
import { valueLabel } from '../list/filter-labels.ts';
import classes from './transaction.module.css';

const ICONS = {
  qris: IconQrcode,
  virtual_account: IconBuildingBank,
  e_wallet: IconWallet,
  card: IconCreditCard,
  retail: IconBuildingStore,
  direct_debit: IconReceipt,
} as const;

/** Payment method as icon and label, with its channel if there is one. */
export function MethodName({ transaction }: { transaction: Pick<Transaction, 'method' | 'channel_code'> }) {
  const Icon = ICONS[transaction.method];
  const channel = transaction.channel_code;
  const label = valueLabel(transaction.method);
  const name =
    channel === null || channel.toLowerCase() === transaction.method ? label : `${label} · ${valueLabel(channel)}`;
  return (
    <span className={classes.method} title={name}>
      <Icon size={16} stroke={1.7} aria-hidden />
      <span className={classes.name}>{name}</span>
    </span>
  );
}
