/** Contact data of customers in entries of the audit log, masked when it is read: the stored entries keep their hash. */
import type { AuditObjectType } from '@dasbor/contract/audit-objects';
import { type RawBuilder, sql } from 'kysely';

/** Objects that name customers or beneficiaries. */
const OBJECTS_OF_CUSTOMERS: readonly AuditObjectType[] = [
  'beneficiary',
  'deposit',
  'disbursement',
  'disbursement_batch',
  'export',
  'payment_link',
  'qris_payment',
  'refund',
  'transaction',
  'virtual_account',
];
const KEYS = 'email|email_cc|email_bcc|phone|customer_email|customer_phone|recipient';
/** As contract/src/mask.ts shows them: the first character and the domain of an email, the last four digits of a number. */
const EMAIL = [`("(?:${KEYS})": ")([^"])[^"]*(@[^"@]*")`, String.raw`\1\2***\3`] as const;
const PHONE = [`("(?:${KEYS})": ")[^"@]*([^"@]{4}")`, String.raw`\1***\2`] as const;
const LIST = [String.raw`("emails": )\[[^]]*\]`, String.raw`\1["***"]`] as const;

/** The column `before` or `after` of the audit log `l`, with contact data masked. */
export const buildMaskedState = (column: 'l.before' | 'l.after'): RawBuilder<unknown> => {
  const text = [EMAIL, PHONE, LIST].reduce<RawBuilder<unknown>>(
    (value, [pattern, replacement]) => sql`regexp_replace(${value}, ${pattern}::text, ${replacement}::text, 'g')`,
    sql`${sql.ref(column)}::text`,
  );
  return sql`case when l.object_type = any (${OBJECTS_OF_CUSTOMERS}::text[]) then (${text})::jsonb else ${sql.ref(column)} end`;
};
