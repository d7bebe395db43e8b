import type { Transaction } from '@dasbor/contract/transaction';
import {
  IconBuildingBank,
  IconBuildingStore,
  IconCreditCard,
  IconQrcode,
  IconReceipt,
  IconWallet,
} from '@tabler/icons-react';
import { formatFilterValue } from '../list/filter-labels.ts';
import { messages } from './messages.ts';
import classes from './transaction.module.css';

const ICONS = {
  qris: IconQrcode,
  virtual_account: IconBuildingBank,
  e_wallet: IconWallet,
  card: IconCreditCard,
  retail: IconBuildingStore,
  direct_debit: IconReceipt,
} as const;

interface MethodNameProps {
  transaction: Pick<Transaction, 'method' | 'channel_code'>;
  /** For lists, where the bank matters most: `BCA VA`; the tooltip has the full name. */
  is_short?: boolean;
}

/** Payment method as icon and label, with its channel if there is one. */
export function MethodName({ transaction, is_short = false }: MethodNameProps) {
  const Icon = ICONS[transaction.method];
  const channel = transaction.channel_code;
  const label = formatFilterValue(transaction.method);
  const has_channel = channel !== null && channel.toLowerCase() !== transaction.method;
  const name = has_channel ? `${label} · ${formatFilterValue(channel)}` : label;
  const is_va_of_bank = has_channel && transaction.method === 'virtual_account';
  return (
    <span className={classes.method} title={name}>
      <Icon size={16} stroke={1.7} aria-hidden />
      <span className={classes.name}>
        {is_short && is_va_of_bank ? messages().va_of_bank(formatFilterValue(channel)) : name}
      </span>
    </span>
  );
}
