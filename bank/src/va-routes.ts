/** Simulation endpoints for virtual accounts. */
import type { FastifyInstance } from 'fastify';
import type { BankContext } from './bank.ts';
import { listVas, type Va, toVaStatus } from './va-queries.ts';
import { payVa, vaPayRequest } from './va-payment.ts';

const LIST_LIMIT = 50;

export function registerVaSimulation(app: FastifyInstance, bank: BankContext): void {
  const { database, clock, delivery } = bank;

  app.post('/simulate/va/pay', async (request) => {
    const { va, payment } = await payVa(bank, vaPayRequest.parse(request.body));
    delivery.schedule();
    const { trx_id: _same, paid_at, ...paid } = payment;
    return { ...toVaView(va, clock()), ...paid, paid_at: toIsoTime(paid_at) };
  });

  app.get('/simulate/va', async () => ({
    now: clock().toISOString(),
    data: listVas(database, LIST_LIMIT).map((va) => toVaView(va, clock())),
  }));
}

const toIsoTime = (at_ms: number): string => new Date(at_ms).toISOString();

function toVaView(va: Va, now: Date) {
  const { created_at, expires_at, closed_at, ...rest } = va;
  return {
    status: toVaStatus(va, now),
    ...rest,
    created_at: toIsoTime(created_at),
    expires_at: expires_at === null ? null : toIsoTime(expires_at),
    closed_at: closed_at === null ? null : toIsoTime(closed_at),
  };
}
