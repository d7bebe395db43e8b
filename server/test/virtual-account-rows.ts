/** Test fixture: a virtual account of a merchant and a notified payment to it. */
import { newId } from '../src/db/new-id.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
type Row = Record<string, unknown>;

export const vaRow = (n: number, at: Date, text: string): Row => ({
  merchant_id,
  created_at: at,
  updated_at: at,
  id: newId('virtual_account', at),
  bank: 'BCA',
  va_number: `700010000000000${n}`,
  trx_id: `V${n}`,
  holder_name: 'TOKO',
  type: 'reusable',
  amount_type: 'open',
  status: 'active',
  source: 'api',
  last_event_seq: 1,
  customer_name: text,
  customer_email: 'rina@example.com',
});

export const vaPaymentRow = (n: number, at: Date, text: string, virtual_account_id: string): Row => ({
  merchant_id,
  id: newId('va_payment', at),
  virtual_account_id,
  payment_request_id: `VP${n}`,
  amount: 7_000,
  paid_at: at,
  received_at: at,
  match: 'refused',
  response: '{}',
  sender_name: text,
});
