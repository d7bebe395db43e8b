/** SQL of the documents of a business profile. A newer document replaces the current one of its type and person. */
import type { DocumentType, RejectReason } from '@dasbor/contract/business-profile-fields';
import type { MerchantTx } from '../db/tx.ts';

const COLUMNS = [
  'id',
  'document_type',
  'person_id',
  'file_id',
  'file_name',
  'content_type',
  'size_bytes',
  'status',
  'reject_reason',
  'reject_note',
  'reviewed_by',
  'reviewed_at',
  'expires_on',
  'uploaded_by',
  'uploaded_at',
  'replaced_at',
] as const;

const select = (tx: MerchantTx) =>
  tx.sql.selectFrom('merchant_document').select(COLUMNS).where('merchant_id', '=', tx.merchant_id);

export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

export const listCurrentDocuments = (tx: MerchantTx) =>
  select(tx).where('replaced_at', 'is', null).orderBy('uploaded_at').orderBy('id').execute();

export const listFormerDocuments = (tx: MerchantTx) =>
  select(tx)
    .where('replaced_at', 'is not', null)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

export const findDocument = (tx: MerchantTx, id: string) => select(tx).where('id', '=', id).executeTakeFirst();

/** Documents ever uploaded, which are kept for the record. */
export async function countDocuments(tx: MerchantTx): Promise<number> {
  const { n } = await tx.sql
    .selectFrom('merchant_document')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Takes the current document of a type and person out of the profile. */
export const replaceDocument = (
  tx: MerchantTx,
  { document_type, person_id }: { document_type: DocumentType; person_id: string | null },
  now: Date,
) =>
  tx.sql
    .updateTable('merchant_document')
    .set({ replaced_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('document_type', '=', document_type)
    .where('person_id', person_id === null ? 'is' : '=', person_id)
    .where('replaced_at', 'is', null)
    .execute();

export const removeDocumentsOfPerson = (tx: MerchantTx, person_id: string, now: Date) =>
  tx.sql
    .updateTable('merchant_document')
    .set({ replaced_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('person_id', '=', person_id)
    .where('replaced_at', 'is', null)
    .execute();

export interface NewDocument {
  id: string;
  document_type: DocumentType;
  person_id: string | null;
  file_id: string;
  file_name: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
  expires_on: string | null;
  uploaded_by_id: string;
  uploaded_by: string;
  uploaded_at: Date;
}

export const insertDocument = (tx: MerchantTx, document: NewDocument) =>
  tx.sql
    .insertInto('merchant_document')
    .values({ merchant_id: tx.merchant_id, status: 'uploaded', ...document })
    .execute();

export interface DocumentDecision {
  status: 'accepted' | 'rejected';
  reject_reason: RejectReason | null;
  reject_note: string | null;
  reviewed_by_id: string;
  reviewed_by: string;
  reviewed_at: Date;
}

export const decideDocument = (tx: MerchantTx, id: string, decision: DocumentDecision) =>
  tx.sql
    .updateTable('merchant_document')
    .set(decision)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .execute();

/** Accepts every current document that is not decided yet. */
export const acceptPendingDocuments = (tx: MerchantTx, decision: DocumentDecision) =>
  tx.sql
    .updateTable('merchant_document')
    .set(decision)
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'uploaded')
    .where('replaced_at', 'is', null)
    .execute();
