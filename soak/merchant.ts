/** A merchant's server under trouble: keeps a list of everything that was acknowledged to it, and compares afterwards. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { login } from '@dasbor/contract/auth';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { API_BASE } from '@dasbor/contract/route';
import { getTransaction, summariseTransactions } from '@dasbor/contract/transaction';
import type { Installation } from '../scripts/installation.ts';

const RETRY_MS = 150;

interface Acknowledged {
  transaction_id: string;
  qris_payment_id: string;
  amount: number;
  is_paid: boolean;
}

export interface Merchant {
  signIn: () => Promise<void>;
  /** Makes and pays QRIS codes one after another until `end`, trying each step again until it is acknowledged. */
  payUntil: (end: number, prefix: string) => Promise<void>;
  countTransactions: () => Promise<number>;
  /** Waits until every paid payment is successful, then compares: acknowledged ⊆ stored ⊆ attempted, amounts equal. */
  settleAndCompare: (before: number, timeout_ms: number) => Promise<string[]>;
  counts: () => { created: number; paid: number };
}

export function createMerchant(installation: Installation): Merchant {
  let token = '';
  let attempted = 0;
  const acknowledged: Acknowledged[] = [];

  const counts = () => ({ created: acknowledged.length, paid: acknowledged.filter((each) => each.is_paid).length });

  async function signIn(): Promise<void> {
    const body = { email: 'superadmin@kopi.example', password: 'sandbox-only-2026' };
    for (;;) {
      const answer = await send('POST', login.path, { body });
      if (answer.ok) {
        token = login.output.parse(await answer.json()).access_token;
        return;
      }
      // The limit of sign-ins per minute, or a server that is just coming back.
      await sleep(RETRY_MS * 10);
    }
  }

  /** Makes and pays QRIS codes one after another until `end`, trying each step again until it is acknowledged. */
  async function payUntil(end: number, prefix: string): Promise<void> {
    for (let index = 0; Date.now() < end; index++) {
      const made = await create(`soak-${prefix}-${index}`, 10_000 + index);
      const { qr_content, ...rest } = made;
      const entry: Acknowledged = { ...rest, is_paid: false };
      acknowledged.push(entry);
      // The bank was down when the code was asked for: it is issued later, and nobody pays it here.
      if (qr_content !== null) entry.is_paid = await pay(qr_content);
    }
  }

  async function create(merchant_reference: string, amount: number) {
    attempted += 1;
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      const answer = await send('POST', createQrisPayment.path, {
        body: { amount, merchant_reference, expires_in_minutes: 60 },
        headers,
      });
      if (answer.status === 201) {
        const { data } = createQrisPayment.output.parse(await answer.json());
        return { transaction_id: data.transaction_id, qris_payment_id: data.id, qr_content: data.qr_content, amount };
      }
      if (answer.status === 401) await signIn();
      // 409: our own earlier try still holds the key's lease; the rest is trouble that passes.
      else if (answer.status !== 409 && answer.status < 500 && answer.status !== 429) {
        throw new Error(`create answered ${answer.status}: ${await answer.text()}`);
      }
      await sleep(RETRY_MS);
    }
  }

  /** True when the bank says that the code is paid, now or by an earlier try whose answer was lost. */
  async function pay(qr_content: string): Promise<boolean> {
    for (;;) {
      const answer = await fetchUntilAnswered(`${installation.bank_url}/simulate/qris/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ qr_content }),
      });
      if (answer.ok || answer.status === 409) return true;
      if (answer.status < 500) throw new Error(`pay answered ${answer.status}: ${await answer.text()}`);
      await sleep(RETRY_MS);
    }
  }

  async function countTransactions(): Promise<number> {
    const answer = await send('GET', summariseTransactions.path, {});
    const { data } = summariseTransactions.output.parse(await answer.json());
    return data.reduce((sum, row) => sum + row.count, 0);
  }

  /** Waits until every paid payment is successful, then compares: acknowledged ⊆ stored ⊆ attempted, amounts equal. */
  async function settleAndCompare(before: number, timeout_ms: number): Promise<string[]> {
    const faults: string[] = [];
    const deadline = Date.now() + timeout_ms;
    await signIn();
    for (const each of acknowledged) {
      const fault = await compare(each, deadline);
      if (fault !== null) faults.push(fault);
    }
    const stored = (await countTransactions()) - before;
    if (stored < acknowledged.length || stored > attempted) {
      faults.push(`${stored} stored, ${acknowledged.length} acknowledged, ${attempted} attempted`);
    }
    return faults;
  }

  async function compare(each: Acknowledged, deadline: number): Promise<string | null> {
    for (;;) {
      const answer = await send('GET', getTransaction.path.replace('{id}', each.transaction_id), {});
      if (answer.status === 404) return `${each.transaction_id} was acknowledged and is gone`;
      if (answer.ok) {
        const { data } = z
          .object({ data: z.object({ status: z.string(), amount: z.number() }) })
          .parse(await answer.json());
        if (data.amount !== each.amount) return `${each.transaction_id} has amount ${data.amount}, not ${each.amount}`;
        if (!each.is_paid || data.status === 'success') return null;
        if (Date.now() > deadline) return `${each.transaction_id} was paid and is ${data.status}`;
      } else if (answer.status === 401) await signIn();
      await sleep(RETRY_MS);
    }
  }

  function send(
    method: string,
    route_path: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Response> {
    return fetchUntilAnswered(installation.url + API_BASE + route_path, {
      method,
      headers: {
        authorization: token === '' ? '' : `Bearer ${token}`,
        'is-live': 'true',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** A connection that is refused or cut is no answer: try again, as any careful client does. */
  async function fetchUntilAnswered(url: string, init: RequestInit): Promise<Response> {
    for (;;) {
      try {
        return await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
      } catch {
        await sleep(RETRY_MS);
      }
    }
  }

  return { signIn, payUntil, countTransactions, settleAndCompare, counts };
}
