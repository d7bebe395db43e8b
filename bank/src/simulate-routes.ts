/** Simulation endpoints for payers and operators: pay a code, set switches, list callbacks. Real banks have no such API. */
import { type Language, parseLanguage } from '@dasbor/contract/language';
import type { FastifyInstance } from 'fastify';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import type { BankContext } from './bank.ts';
import { listCallbacks } from './callback.ts';
import { payCode, SimulationError, UNKNOWN_CODE, payRequest } from './payment.ts';
import { findCode, isStaticCode, listCodes, type QrCode, toCodeStatus } from './qr-code.ts';
import type { QrPayment } from './qr-payment.ts';
import { readSwitches, switchChange, updateSwitches } from './switches.ts';

const LIST_LIMIT = 50;

export function registerQrSimulation(app: FastifyInstance, { database, clock, delivery }: BankContext): void {
  app.setErrorHandler((error, request, reply) => {
    const language = parseLanguage(request.headers['accept-language']);
    const { status_code, code, detail } = toProblem(error, language);
    if (status_code >= 500) request.log.error({ err: error }, 'simulation failed');
    return reply.code(status_code).send({ detail, status_code, code, request_id: request.id });
  });

  app.post('/simulate/qris/pay', async (request) => {
    const paid = payCode(database, payRequest.parse(request.body), clock());
    delivery.schedule();
    return toCodeView(paid, clock());
  });

  app.get('/simulate/qris', async () => ({
    now: clock().toISOString(),
    data: listCodes(database, LIST_LIMIT).map((code) => toCodeView(code, clock())),
  }));

  app.get<{ Params: { reference_no: string } }>('/simulate/qris/:reference_no/picture.svg', async (request, reply) => {
    const code = findCode(database, 'reference_no', request.params.reference_no);
    if (!code) throw new SimulationError(404, 'unknown_code', UNKNOWN_CODE);
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(renderSVG(code.qr_content, { border: 2, ecc: 'M' }));
  });

  app.get('/simulate/callbacks', async () => ({
    data: listCallbacks(database, LIST_LIMIT).map(({ created_at, next_attempt_at, last_attempts, ...rest }) => ({
      ...rest,
      created_at: toIsoTime(created_at),
      next_attempt_at: rest.state === 'waiting' ? toIsoTime(next_attempt_at) : null,
      last_attempts: last_attempts.map(({ at, ...attempt }) => ({ at: toIsoTime(at), ...attempt })),
    })),
  }));

  app.get('/simulate/switches', async () => readSwitches(database));
  app.put('/simulate/switches', async (request) => updateSwitches(database, switchChange.parse(request.body)));
}

const toIsoTime = (at_ms: number): string => new Date(at_ms).toISOString();

function toCodeView(code: QrCode, now: Date) {
  const { created_at, expires_at, cancelled_at, payment, ...rest } = code;
  const { reference_no: payment_reference_no, paid_at, code_reference_no: _same, ...paid } = payment ?? UNPAID;
  return {
    status: toCodeStatus(code, now),
    is_static: isStaticCode(code),
    ...rest,
    payment_reference_no,
    ...paid,
    created_at: toIsoTime(created_at),
    expires_at: expires_at === null ? null : toIsoTime(expires_at),
    cancelled_at: cancelled_at === null ? null : toIsoTime(cancelled_at),
    paid_at: paid_at === null ? null : toIsoTime(paid_at),
  };
}

const UNPAID: { [K in keyof QrPayment]: null } = {
  reference_no: null,
  code_reference_no: null,
  paid_at: null,
  paid_amount: null,
  tip_amount: null,
  rrn: null,
  approval_code: null,
  issuer_name: null,
  issuer_code: null,
  payer_name: null,
};

function toProblem(error: unknown, language: Language): { status_code: number; code: string; detail: string } {
  if (error instanceof SimulationError) {
    return { status_code: error.status_code, code: error.code, detail: error.detail[language] };
  }
  if (error instanceof z.ZodError) {
    const detail = error.issues.map(({ path, message }) => [...path, message].join(': ')).join('\n');
    return { status_code: 400, code: 'invalid_request', detail };
  }
  const status_code = (error as { statusCode?: number }).statusCode ?? 500;
  if (status_code < 500) return { status_code, code: 'invalid_request', detail: (error as Error).message };
  return { status_code: 500, code: 'internal_error', detail: 'Internal Server Error' };
}
