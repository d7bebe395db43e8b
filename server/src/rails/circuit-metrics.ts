/** Log lines and metrics of circuit breakers. */
import type { FastifyBaseLogger } from 'fastify';
import { Counter, Gauge } from 'prom-client';
import type { CircuitState } from './circuit-breaker.ts';

const VALUES: Record<CircuitState, number> = { closed: 0, half_open: 1, open: 2 };

const state_gauge = new Gauge({
  name: 'dasbor_bank_circuit_state',
  help: 'Circuit breaker of a bank in this process: 0 closed, 1 probing, 2 open (its requests fail at once)',
  labelNames: ['partner'],
});
const rejected_counter = new Counter({
  name: 'dasbor_bank_circuit_rejected_total',
  help: 'Requests that were not sent because the circuit breaker of the bank was open',
  labelNames: ['partner'],
});

export function reportCircuitState(
  partner: string,
  state: CircuitState,
  log?: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): void {
  state_gauge.set({ partner }, VALUES[state]);
  if (state === 'open') log?.warn({ partner }, 'the bank does not respond; its requests fail at once');
  if (state === 'closed') log?.info({ partner }, 'the bank responds again');
}

export const countRejected = (partner: string): void => rejected_counter.inc({ partner });
