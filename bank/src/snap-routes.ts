/** The bank's SNAP BI services: token (73), creation of a code (47), its status (51). */
import { setTimeout as wait } from 'node:timers/promises';
import { fromSnap, toSnap } from '@dasbor/contract/money';
import { QRIS_AMOUNT_MAX } from '@dasbor/contract/qris-payment';
import {
  accessTokenRequest,
  type QrGenerateAnswer,
  type QrGenerateRequest,
  qrGenerateRequest,
  type QrQueryAnswer,
  qrQueryRequest,
  SNAP_PATHS,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  SNAP_STATUSES,
  type SnapCall,
  snapAnswerOf,
} from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { BankParts } from './bank.ts';
import { inTransaction } from './database.ts';
import { findCode, issueCode, type QrCode, stateOf } from './qr-code.ts';
import { admitCall, admitTokenRequest, issueToken, SnapRefused, TOKEN_LIFE_S } from './snap-access.ts';
import { readSwitches } from './switches.ts';

/** How long the creation of a code waits to be paid when no other time is set. */
const PAID_WITHIN_MS = 10_000;

/** Registers the services. The body stays text here, for the signature covers the bytes that were sent. */
export function serveSnap(app: FastifyInstance, bank: BankParts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  serve('access_token', async (request) => {
    admitTokenRequest(bank, receivedOf(request));
    parse(accessTokenRequest, request);
    return {
      ...snapAnswerOf('successful', SNAP_SERVICES.access_token),
      accessToken: issueToken(bank),
      tokenType: 'BearerToken',
      expiresIn: String(TOKEN_LIFE_S),
    };
  });

  serve('qr_mpm_generate', async (request): Promise<QrGenerateAnswer> => {
    admitCall(bank, receivedOf(request));
    const code = await generate(bank, parse(qrGenerateRequest, request));
    return {
      ...snapAnswerOf('successful', SNAP_SERVICES.qr_mpm_generate),
      referenceNo: code.reference_no,
      partnerReferenceNo: code.partner_reference_no,
      qrContent: code.qr_content,
    };
  });

  serve('qr_mpm_query', async (request): Promise<QrQueryAnswer> => {
    admitCall(bank, receivedOf(request));
    const { originalPartnerReferenceNo } = parse(qrQueryRequest, request);
    const code = findCode(bank.database, 'partner_reference_no', originalPartnerReferenceNo);
    if (!code) throw new SnapRefused('transaction_not_found');
    return queryAnswerOf(code, bank.clock());
  });

  function serve(call: SnapCall, answer: (request: FastifyRequest) => Promise<object>): void {
    const service = SNAP_SERVICES[call];
    const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const refused = error instanceof SnapRefused ? error : refusalOf(error);
      if (refused.response === 'internal_error') request.log.error({ err: error }, 'SNAP call failed');
      else request.log.info({ refused: refused.message }, 'SNAP call refused');
      return reply
        .code(SNAP_RESPONSES[refused.response].http)
        .send(snapAnswerOf(refused.response, service, refused.field));
    };
    app.post(SNAP_PATHS[call], { errorHandler }, async (request) => {
      if (readSwitches(bank.database).offline) throw new SnapRefused('unavailable');
      return answer(request);
    });
  }
}

/** A code for the request: the same one when asked again, so that a repeated request makes no second code. */
async function generate(bank: BankParts, request: QrGenerateRequest): Promise<QrCode> {
  const { database, clock, delivery } = bank;
  const switches = readSwitches(database);
  if (switches.generate_refuse) throw new SnapRefused('do_not_honor');
  const { code, is_new } = inTransaction(database, () => {
    const known = findCode(database, 'partner_reference_no', request.partnerReferenceNo);
    if (!known) return { code: issueCode(database, checked(request, clock()), clock()), is_new: true };
    if (request.amount.value !== toSnap(known.amount)) throw new SnapRefused('duplicate_partner_reference');
    return { code: known, is_new: false };
  });
  if (is_new && switches.callback_before_answer) {
    await delivery.waitFor(code.reference_no, switches.generate_delay_ms || PAID_WITHIN_MS);
  } else if (switches.generate_delay_ms > 0) {
    await wait(switches.generate_delay_ms, undefined, { signal: bank.stopping }).catch(() => undefined);
  }
  return code;
}

function checked(request: QrGenerateRequest, now: Date): QrGenerateRequest {
  const { value } = request.amount;
  if (!/^[1-9]\d*\.00$/.test(value)) throw new SnapRefused('invalid_amount');
  if (fromSnap(value) > QRIS_AMOUNT_MAX) throw new SnapRefused('amount_limit');
  if (Date.parse(request.validityPeriod) <= now.getTime()) throw new SnapRefused('invalid_format', 'validityPeriod');
  return request;
}

function queryAnswerOf(code: QrCode, now: Date): QrQueryAnswer {
  const state = stateOf(code, now);
  const status = { open: SNAP_STATUSES.initiated, paid: SNAP_STATUSES.success, expired: SNAP_STATUSES.cancelled }[
    state
  ];
  const answer: QrQueryAnswer = {
    ...snapAnswerOf('successful', SNAP_SERVICES.qr_mpm_query),
    originalReferenceNo: code.reference_no,
    originalPartnerReferenceNo: code.partner_reference_no,
    serviceCode: SNAP_SERVICES.qr_mpm_generate,
    latestTransactionStatus: status,
    transactionStatusDesc: { open: 'Waiting for payment', paid: 'Success', expired: 'Expired' }[state],
    amount: { value: toSnap(code.paid_amount ?? code.amount), currency: 'IDR' },
  };
  if (code.paid_at === null) return answer;
  const paid_time = toSnapTime(new Date(code.paid_at));
  return {
    ...answer,
    paidTime: paid_time,
    additionalInfo: {
      issuerName: code.issuer_name ?? '',
      rrn: code.rrn ?? '',
      approvalCode: code.approval_code ?? '',
      payerName: code.payer_name ?? '',
      paidAt: paid_time,
    },
  };
}

const receivedOf = (request: FastifyRequest) => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  body: textOf(request),
});

const textOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

/** Parses the body; the first fault names its field, as missing or as malformed. */
function parse<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  const body = jsonOf(textOf(request));
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const given = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], body);
  throw new SnapRefused(given === undefined ? 'missing_field' : 'invalid_format', path.join('.'));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SnapRefused('bad_request');
  }
}

/** Fastify's own refusals (too large, wrong media type) are the caller's fault; the rest is ours. */
function refusalOf(error: unknown): SnapRefused {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return new SnapRefused(status >= 400 && status < 500 ? 'bad_request' : 'internal_error');
}
