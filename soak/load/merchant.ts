/** A merchant's server during failures: creates, pays and refunds QRIS payments, and records what was acknowledged. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { createRefunds } from '@dasbor/contract/refund';
import { RETRY_MS } from '../fetch-with-retry.ts';
import type { Session } from '../session.ts';
import type { Acknowledged, LoadObserver, MoneyRecords } from './records.ts';

/** Payments of one bulk refund. */
const REFUNDS_AT_ONCE = 10;
const REQUEST_TIMEOUT_MS = 20_000;
const EXPIRES_IN_MINUTES = 240;

export interface MerchantClient {
  session: Session;
  bank_url: string;
  records: MoneyRecords;
  observer: LoadObserver;
}

/** Creates and pays QRIS codes one after the other until `isOver`, retrying each step until it is acknowledged. */
export async function payUntil(client: MerchantClient, isOver: () => boolean, prefix: string): Promise<void> {
  const { records } = client;
  for (let index = 0; !isOver(); index++) {
    records.attempted += 1;
    const { qr_content, ...made } = await createPayment(client, `soak-${prefix}-${index}`, 10_000 + index);
    const entry: Acknowledged = { ...made, is_paid: false, is_refunded: false };
    records.acknowledged.push(entry);
    // The bank was down: the code is issued later and not paid in this check.
    if (qr_content !== null) entry.is_paid = await payAtBank(client, qr_content);
  }
}

/** Requests refunds of paid payments in bulk until `isOver`. Nobody approves them, so the payments stay paid. */
export async function refundUntil(client: MerchantClient, isOver: () => boolean): Promise<void> {
  const { records } = client;
  while (!isOver()) {
    const chosen = records.acknowledged
      .filter(({ is_paid, is_refunded }) => is_paid && !is_refunded)
      .slice(0, REFUNDS_AT_ONCE);
    if (chosen.length === REFUNDS_AT_ONCE) {
      for (const each of chosen) each.is_refunded = true;
      const body = { transaction_ids: chosen.map(({ transaction_id }) => transaction_id), reason: 'customer_request' };
      const answer = await sendUntilAccepted(client, createRefunds.path, body, 200);
      for (const { refund_id, transaction_id } of createRefunds.output.parse(JSON.parse(answer)).data) {
        // null: the callback of its payment has not arrived yet.
        if (refund_id !== null) records.refunds.set(refund_id, transaction_id);
      }
    }
    await sleep(RETRY_MS);
  }
}

async function createPayment(client: MerchantClient, merchant_reference: string, amount: number) {
  const body = { amount, merchant_reference, expires_in_minutes: EXPIRES_IN_MINUTES };
  const answer = await sendUntilAccepted(client, createQrisPayment.path, body, 201);
  const { data } = createQrisPayment.output.parse(JSON.parse(answer));
  // A dynamic code always has its payment.
  return { transaction_id: data.transaction_id ?? '', qr_content: data.qr_content, amount };
}

/** Sends a request with one key, as often as it takes. Returns the body of the answer with the status `wanted`. */
async function sendUntilAccepted(
  { session, observer }: MerchantClient,
  path: string,
  body: object,
  wanted: number,
): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const started_at = performance.now();
    const { status, text, retry_after } = await readAnswer(() => session.sendOnce('POST', path, { body, headers }));
    observer.onAnswer({ from: 'api', status, text, retry_after, started_at });
    if (status === wanted) return text;
    if (status === 401) await session.signIn();
    // 409: an earlier attempt still holds the lease of the key. Other errors are transient.
    else if (status !== null && status !== 409 && status < 500 && status !== 429) {
      throw new Error(`${path} answered ${status}: ${text}`);
    }
    await sleep(RETRY_MS);
  }
}

/** True once the bank confirms the payment, also by an earlier attempt whose response was lost; false when it refuses it. */
async function payAtBank({ bank_url, observer }: MerchantClient, qr_content: string): Promise<boolean> {
  for (;;) {
    const started_at = performance.now();
    const { status, text, retry_after } = await readAnswer(() =>
      fetch(`${bank_url}/simulate/qris/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ qr_content }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      }),
    );
    observer.onAnswer({ from: 'bank', status, text, retry_after, started_at });
    if (status === 200 || status === 409) return true;
    // The code ended by the bank's clock.
    if (status === 422) return false;
    if (status !== null && status < 500) throw new Error(`pay answered ${status}: ${text}`);
    await sleep(RETRY_MS);
  }
}

/** `status` null: the connection was refused or broken, or took too long. */
async function readAnswer(send: () => Promise<Response>) {
  try {
    const answer = await send();
    return { status: answer.status, text: await answer.text(), retry_after: answer.headers.get('retry-after') };
  } catch (error) {
    return { status: null, text: String(error), retry_after: null };
  }
}
