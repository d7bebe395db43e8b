/** What a code can be used for now. */
import type { QrisPayment } from '@dasbor/contract/qris-payment';

/** `due`: past its expiry, whether or not the server has expired it. */
export type CodeState = 'issuing' | 'payable' | 'paid' | 'due' | 'ended' | 'inactive';

/** The state of a code at `now`. A due code is never shown as payable. */
export function toCodeState(
  { status, qr_content, expires_at }: Pick<QrisPayment, 'status' | 'qr_content' | 'expires_at'>,
  now: Date,
): CodeState {
  if (status === 'paid' || status === 'inactive') return status;
  if (status === 'expired') return 'due';
  if (status === 'cancelled' || status === 'failed') return 'ended';
  if (expires_at !== null && Date.parse(expires_at) <= now.getTime()) return 'due';
  return qr_content === null ? 'issuing' : 'payable';
}
