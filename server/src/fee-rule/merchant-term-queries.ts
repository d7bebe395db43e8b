/** Agrees a version of a settlement term with one merchant. */
import { localized } from '@dasbor/contract/language';
import type { SettlementTerm } from '@dasbor/contract/settlement-calendar';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { type PlatformTx, isUniqueViolation } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';

/** Adds a version, recorded in the merchant's audit log. The caller checks the day from which it applies. */
export async function createMerchantTerm(
  tx: PlatformTx,
  context: AuditContext & { principal: { name: string } },
  merchant_id: string,
  term: Omit<SettlementTerm, 'is_own'>,
): Promise<void> {
  const { principal, now } = context;
  await tx.sql
    .insertInto('merchant_settlement_term')
    .values({ merchant_id, ...term, created_by: principal.name, created_at: now })
    .execute();
  await recordAudit(
    context,
    { merchant_id, sql: tx.sql },
    { action: 'settlement.term_agreed', object_type: 'settlement_term', object_id: term.id, after: term },
  );
}

/** Throws 409 `duplicate_term` when a term of the same method and bank starts on the same day. */
export async function rejectDuplicateTerm(insert: () => Promise<void>): Promise<void> {
  await insert().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw duplicateTerm();
  });
}

const duplicateTerm = (): Problem =>
  new Problem(
    409,
    'duplicate_term',
    localized(
      'A term for this method and bank already starts on that day.',
      'Ketentuan untuk metode dan bank ini sudah ada pada tanggal mulai tersebut.',
    ),
  );

const BACKDATED = localized(
  'A new term must start tomorrow or later.',
  'Ketentuan baru harus mulai berlaku besok atau setelahnya.',
);
/** `field`: the field of the request with the day. */
export const termBackdated = (field: string): Problem =>
  new Problem(422, 'term_backdated', BACKDATED, { errors: [{ field, detail: BACKDATED }] });
