/** Recorded movements of money that no line of a bank statement shows (domain 2.12). */
import { z } from 'zod';
import { needs } from './access.ts';
import { MOVEMENT_TYPES, movementCandidate } from './bank-statement.ts';
import { rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day, instant } from './time.ts';

const mayView = needs('Merchant finance', 'view', { users_only: true });

export const unmatchedMovement = z.object({
  ...movementCandidate.shape,
  at: instant.describe('When it was recorded as paid, received, ended or reversed'),
  merchant_name: z.string().nullable().describe('Brand name of the merchant'),
});
export type UnmatchedMovement = z.infer<typeof unmatchedMovement>;
const movementSum = z.object({
  object_type: z.enum(MOVEMENT_TYPES).describe('Kind of the movement'),
  count: z.int().describe('Number of movements'),
  amount: rupiah.describe('Their sum, whole rupiah; negative: paid out'),
});
export type MovementSum = z.infer<typeof movementSum>;

/** Days that a list of movements without a statement line covers at most. */
export const MOVEMENT_DAYS_MAX = 92;
const movementFilter = {
  object_type: oneOrMany(MOVEMENT_TYPES).optional().describe('One or more kinds'),
  from: business_day.describe('First day (WIB)'),
  to: business_day.describe(`Last day (WIB); at most ${MOVEMENT_DAYS_MAX} days with the first`),
};

export const listUnmatchedMovements = route({
  name: 'listUnmatchedMovements',
  method: 'GET',
  path: '/bank-movements',
  summary: 'List recorded movements of money that no line of a bank statement shows, newest first',
  access: mayView,
  query: z.object({ ...pageQuery, ...movementFilter }),
  output: page(unmatchedMovement),
  errors: { range_too_long: 422, range_reversed: 422 },
});

export const summariseUnmatchedMovements = route({
  name: 'summariseUnmatchedMovements',
  method: 'GET',
  path: '/bank-movements/summary',
  summary: 'Sum the recorded movements of money that no line of a bank statement shows, by kind',
  access: mayView,
  query: z.object(movementFilter),
  output: z.object({ data: z.array(movementSum) }),
  errors: { range_too_long: 422, range_reversed: 422 },
});
