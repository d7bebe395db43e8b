/** The settlement status of a payment, which is a field of its own beside the status of the payment (domain 1.5). */
import { z } from 'zod';
import { oneOrMany } from './paging.ts';

export const SETTLEMENT_STATUSES = [
  'unsettled',
  'scheduled',
  'settled',
  'early_settled',
  'on_hold',
  'reversed',
] as const;

export const settlementStatus = z
  .enum(SETTLEMENT_STATUSES)
  .nullable()
  .describe('Settlement status; `early_settled`: settled by an early settlement of the provider; null until paid');

export const settlementStatusFilter = oneOrMany(SETTLEMENT_STATUSES).describe(
  'One or more settlement statuses; `settled` does not include `early_settled`',
);
