/** By hand: virtual accounts to look at, and to pay. */
import type { FastifyInstance } from 'fastify';
import type { BankParts } from './bank.ts';
import { listVas, type Va, vaStateOf } from './va-book.ts';
import { payVa, vaPayRequest } from './va-payment.ts';

const LISTED = 50;

export function serveVaSimulation(app: FastifyInstance, bank: BankParts): void {
  const { database, clock, delivery } = bank;

  app.post('/simulate/va/pay', async (request) => {
    const { va, payment } = await payVa(bank, vaPayRequest.parse(request.body));
    delivery.nudge();
    const { trx_id: _same, paid_at, ...paid } = payment;
    return { ...vaForPeople(va, clock()), ...paid, paid_at: timeOf(paid_at) };
  });

  app.get('/simulate/va', async () => ({
    now: clock().toISOString(),
    data: listVas(database, LISTED).map((va) => vaForPeople(va, clock())),
  }));
}

const timeOf = (at_ms: number): string => new Date(at_ms).toISOString();

function vaForPeople(va: Va, now: Date) {
  const { created_at, expires_at, closed_at, ...rest } = va;
  return {
    status: vaStateOf(va, now),
    ...rest,
    created_at: timeOf(created_at),
    expires_at: expires_at === null ? null : timeOf(expires_at),
    closed_at: closed_at === null ? null : timeOf(closed_at),
  };
}
