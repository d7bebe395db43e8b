/** The bank as we call it over SNAP BI: every service that we use, by what it is about. */
import { type QrCalls, qrCalls } from './bank-qr.ts';
import { type VaCalls, vaCalls } from './bank-va.ts';
import { callerOf } from './caller.ts';
import type { ChannelOptions } from './channel.ts';

export type Bank = QrCalls & VaCalls;

/** `url`: base URL of the bank's SNAP BI service. */
export function createBank(options: ChannelOptions): Bank {
  const call = callerOf(options);
  return { ...qrCalls(call), ...vaCalls(call) };
}
