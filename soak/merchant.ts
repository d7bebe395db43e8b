/** A merchant's server during failures; it records every acknowledged payment. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { RETRY_MS, fetchWithRetry } from './fetch-with-retry.ts';
import type { Session } from './session.ts';

export interface Acknowledged {
  transaction_id: string;
  amount: number;
  is_paid: boolean;
}

/** Attempted and acknowledged payments of all clients. */
export interface PaymentRecords {
  attempted: number;
  acknowledged: Acknowledged[];
}

/** Creates and pays QRIS codes sequentially until `end`, retrying each step until it is acknowledged. */
export async function payUntil(
  { session, bank_url, records }: { session: Session; bank_url: string; records: PaymentRecords },
  end: number,
  prefix: string,
): Promise<void> {
  for (let index = 0; Date.now() < end; index++) {
    records.attempted += 1;
    const { qr_content, ...made } = await createPayment(session, `soak-${prefix}-${index}`, 10_000 + index);
    const entry: Acknowledged = { ...made, is_paid: false };
    records.acknowledged.push(entry);
    // The bank was down: the code is issued later and not paid in this check.
    if (qr_content !== null) entry.is_paid = await payAtBank(bank_url, qr_content);
  }
}

async function createPayment(session: Session, merchant_reference: string, amount: number) {
  const body = { amount, merchant_reference, expires_in_minutes: 60 };
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const answer = await session.send('POST', createQrisPayment.path, { body, headers });
    if (answer.status === 201) {
      const { data } = createQrisPayment.output.parse(await answer.json());
      // A dynamic code always has its payment.
      return { transaction_id: data.transaction_id ?? '', qr_content: data.qr_content, amount };
    }
    if (answer.status === 401) await session.signIn();
    // 409: an earlier attempt still holds the lease of the key. Other errors are transient.
    else if (answer.status !== 409 && answer.status < 500 && answer.status !== 429) {
      throw new Error(`create answered ${answer.status}: ${await answer.text()}`);
    }
    await sleep(RETRY_MS);
  }
}

/** Returns true once the bank confirms the payment, also by an earlier attempt whose response was lost. */
async function payAtBank(bank_url: string, qr_content: string): Promise<boolean> {
  for (;;) {
    const answer = await fetchWithRetry(`${bank_url}/simulate/qris/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ qr_content }),
    });
    if (answer.ok || answer.status === 409) return true;
    if (answer.status < 500) throw new Error(`pay answered ${answer.status}: ${await answer.text()}`);
    await sleep(RETRY_MS);
  }
}
