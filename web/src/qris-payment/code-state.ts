/** What a code can be used for now. */
import type { QrisPayment } from '@dasbor/contract/qris-payment';

/** `over`: its time has passed, whether or not the server has said so yet. `unused`: a sticker out of use. */
export type CodeState = 'issuing' | 'payable' | 'paid' | 'over' | 'ended' | 'unused';

/** The state of a code at `now`. A code is never shown as payable after its time. */
export function getCodeState(
  { status, qr_content, expires_at }: Pick<QrisPayment, 'status' | 'qr_content' | 'expires_at'>,
  now: Date,
): CodeState {
  if (status === 'paid') return 'paid';
  if (status === 'expired') return 'over';
  if (status === 'cancelled' || status === 'failed') return 'ended';
  if (status === 'inactive') return 'unused';
  if (expires_at !== null && Date.parse(expires_at) <= now.getTime()) return 'over';
  return qr_content === null ? 'issuing' : 'payable';
}
