/** The bank as we call it over SNAP BI: every service that we use, by what it is about. */
import { type QrCalls, qrCalls } from './bank-qr.ts';
import { type RefundCalls, refundCalls } from './bank-refund.ts';
import { type SourceAccount, type TransferCalls, transferCalls } from './bank-transfer.ts';
import { type VaCalls, vaCalls } from './bank-va.ts';
import { callerOf } from './caller.ts';
import type { ChannelOptions } from './channel.ts';

export type Bank = QrCalls & VaCalls & TransferCalls & RefundCalls;

/** `url`: base URL of the bank's SNAP BI service; `source`: the account that transfers are paid from. */
export function createBank(options: ChannelOptions, source: SourceAccount): Bank {
  const call = callerOf(options);
  return { ...qrCalls(call), ...vaCalls(call), ...transferCalls(call, source), ...refundCalls(call) };
}
