/** The Idempotency-Key header of a request. */
import type { FastifyRequest } from 'fastify';
import { localized } from '@dasbor/contract/language';
import type { Route } from '@dasbor/contract/route';
import { acceptsOptionalKey } from './idempotency.ts';
import { Problem } from './problem.ts';

/** Required on routes that move money; optional where something else is created. */
export function readIdempotencyKey(route: Route, request: FastifyRequest): string {
  if (route.idempotency_key === 'required') return parseIdempotencyKey(request);
  const is_given = request.headers['idempotency-key'] !== undefined;
  return is_given && acceptsOptionalKey(route) ? parseIdempotencyKey(request) : '';
}

function parseIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem(
      400,
      'idempotency_key_missing',
      localized(
        'Send an Idempotency-Key header of 1 to 255 printable characters.',
        'Kirim header Idempotency-Key berisi 1 sampai 255 karakter yang dapat dicetak.',
      ),
    );
  }
  return key;
}
