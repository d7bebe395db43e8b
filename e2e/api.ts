/** Calls to the API, as a merchant's own program makes them, and to the sandbox bank's simulation. */
import type { createQrisPayment } from '@dasbor/contract/qris-payment';
import type { CallBody, Output } from '@dasbor/contract/route';
import type { getTransaction } from '@dasbor/contract/transaction';
import { createDasbor } from '@dasbor/client';
import { BANK_URL, DASHBOARD_URL, KOPI, KOPI_API_KEY } from './sandbox.ts';
import { sharedSession } from './session.ts';

/** A dynamic code: it has the fields that stickers lack. */
type QrisPayment = Output<typeof createQrisPayment>['data'] & { transaction_id: string; amount: number };
type TransactionDetail = Output<typeof getTransaction>['data'];

/** Kopi Nusantara's own program. */
const kopi = createDasbor({ base_url: DASHBOARD_URL, api_key: KOPI_API_KEY });

async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url} returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function buildHeaders(email: string): Promise<Record<string, string>> {
  const { access_token } = await sharedSession(email);
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
}

/** Sends a POST request with a new idempotency key, by default as Kopi Nusantara's superadmin. */
export async function post<T>(path: string, body: object = {}, email = KOPI): Promise<T> {
  const answer = await fetch(`${DASHBOARD_URL}/api/v1${path}`, {
    method: 'POST',
    headers: { ...(await buildHeaders(email)), 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  return read<T>(answer);
}

/** Reads, by default as Kopi Nusantara's superadmin. */
export const get = async <T>(path: string, email = KOPI): Promise<T> =>
  read<T>(await fetch(`${DASHBOARD_URL}/api/v1${path}`, { headers: await buildHeaders(email) }));

/** Creates a QRIS payment of Kopi Nusantara. */
export async function createPayment(body: CallBody<typeof createQrisPayment>): Promise<QrisPayment> {
  const { data } = await kopi.POST('/qris-payments', { body });
  return data?.data as QrisPayment;
}

/** Reads a QRIS payment of Kopi Nusantara. */
export async function readPayment(id: string): Promise<QrisPayment> {
  const { data } = await kopi.GET('/qris-payments/{id}', { params: { path: { id } } });
  return data?.data as QrisPayment;
}

/** Reads a transaction of Kopi Nusantara with its timeline. */
export async function readTransaction(id: string): Promise<TransactionDetail> {
  const { data } = await kopi.GET('/transactions/{id}', { params: { path: { id } } });
  return data?.data as TransactionDetail;
}

/** Pays a code at the bank, as its page does. */
export async function payCode(code: { qr_content: string | null } | { reference_no: string }): Promise<void> {
  await read(
    await fetch(`${BANK_URL}/simulate/qris/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('reference_no' in code ? code : { qr_content: code.qr_content }),
    }),
  );
}

/** Open codes at the bank with an amount. */
export async function listOpenCodes(amount: number): Promise<{ reference_no: string }[]> {
  const { data } = await read<{ data: { reference_no: string; amount: number; status: string }[] }>(
    await fetch(`${BANK_URL}/simulate/qris`),
  );
  return data.filter((code) => code.status === 'open' && code.amount === amount);
}

interface Callback {
  partner_reference_no: string;
  reference_no: string;
  state: 'waiting' | 'delivered' | 'given_up' | 'lost';
  attempts: number;
  last_attempts: { http_status: number | null; response_code: string | null }[];
}

/** Pending and sent callbacks of the bank for a code, newest first. */
export async function listCallbacks(reference_no: string | null): Promise<Callback[]> {
  const { data } = await read<{ data: Callback[] }>(await fetch(`${BANK_URL}/simulate/callbacks`));
  return data.filter((callback) => callback.reference_no === reference_no);
}

/** Sets failure switches of the bank. */
export async function setBankSwitches(switches: Record<string, boolean | number>): Promise<void> {
  await read(
    await fetch(`${BANK_URL}/simulate/switches`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(switches),
    }),
  );
}

/** Switches all simulated failures of the bank off. */
export const resetBank = (): Promise<void> =>
  setBankSwitches({
    callback_delay_ms: 0,
    refuse: false,
    pay_expired: false,
    duplicate: 1,
    late: false,
    lost: false,
    wrong_signature: false,
    wrong_amount: false,
    callback_before_answer: false,
    generate_delay_ms: 0,
    generate_refuse: false,
    offline: false,
  });
