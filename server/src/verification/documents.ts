/** Documents of a business profile: uploaded by the merchant, viewed by both sides. Each view is audited. */
import { PERSON_DOCUMENTS } from '@dasbor/contract/business-profile-fields';
import { listMissing } from '@dasbor/contract/business-profile-rules';
import { toBusinessDay } from '@dasbor/contract/time';
import type { uploadMerchantDocument } from '@dasbor/contract/business-profile';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import { type RequestContext, StreamResponse } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { recordAudit } from '../audit/record.ts';
import { findFile, retainFile } from '../storage/queries.ts';
import { readStoredFile } from '../storage/stored-file.ts';
import { type ChangeContext, getEditableProfile, recordChange } from './change-context.ts';
import { countDocuments, findDocument, insertDocument, replaceDocument } from './document-queries.ts';
import { findPerson } from './people-queries.ts';
import { documentAccepted, documentExpired, documentRequired, tooManyDocuments, wrongDocument } from './problems.ts';
import { readProfile } from './profile-view.ts';

const DOCUMENTS_MAX = 200;

/**
 * Throws 409 `profile_locked`, 422 `wrong_document`, `document_expired` and `too_many_documents`; the uploaded file is deleted
 * then.
 */
export async function storeDocument(ctx: RequestContext<typeof uploadMerchantDocument>, tx: MerchantTx): Promise<void> {
  const { body, file, principal, now } = ctx;
  await getEditableProfile(tx);
  const { document_type, person_id = null, expires_on = null } = body;
  if (expires_on !== null && expires_on < toBusinessDay(now)) throw documentExpired();
  const is_of_person = PERSON_DOCUMENTS.includes(document_type);
  if (is_of_person !== (person_id !== null)) throw wrongDocument();
  if (person_id !== null && (await findPerson(tx, person_id)) === undefined) throw wrongDocument();
  if ((await countDocuments(tx)) >= DOCUMENTS_MAX) throw tooManyDocuments(DOCUMENTS_MAX);
  const user = getUser(principal);
  const id = newId('merchant_document', now);
  await retainFile(tx, file.id);
  await replaceDocument(tx, { document_type, person_id }, now);
  const { name: file_name, content_type, size_bytes, sha256 } = file;
  const document = { id, document_type, person_id, file_name, content_type, size_bytes, sha256, expires_on };
  await insertDocument(tx, {
    ...document,
    file_id: file.id,
    uploaded_by_id: user.id,
    uploaded_by: user.name,
    uploaded_at: now,
  });
  await recordChange(ctx, tx, {
    action: 'merchant_document.uploaded',
    object_type: 'merchant_document',
    object_id: id,
    after: document,
  });
}

/** Throws 404 for a document that is not current, 409 `document_accepted` and `document_required`. */
export async function removeDocument(ctx: ChangeContext, tx: MerchantTx, id: string): Promise<void> {
  const merchant = await getEditableProfile(tx);
  const document = await findDocument(tx, id);
  if (document === undefined || document.replaced_at !== null) throw notFound();
  if (document.status === 'accepted') throw documentAccepted();
  const countMissing = async () => listMissing((await readProfile(tx, ctx.now, merchant)).state).length;
  const missing = await countMissing();
  await replaceDocument(tx, document, ctx.now);
  if (merchant.verification_status === 'approved' && (await countMissing()) > missing) throw documentRequired();
  await recordChange(ctx, tx, {
    action: 'merchant_document.removed',
    object_type: 'merchant_document',
    object_id: id,
    before: { document_type: document.document_type, file_name: document.file_name },
  });
}

/** The file of a document, after the view was recorded in the audit log of the merchant. */
export async function streamDocument(ctx: ChangeContext, merchant_id: string, id: string): Promise<StreamResponse> {
  const { db } = ctx.deps;
  const file = await asMerchant(db, merchant_id, async (tx) => {
    const document = await findDocument(tx, id);
    const stored = document && (await findFile(tx, document.file_id, ctx.now));
    if (document === undefined || stored === undefined) throw notFound();
    const { document_type, file_name } = document;
    await recordAudit(ctx, tx, {
      action: 'merchant_document.viewed',
      object_type: 'merchant_document',
      object_id: id,
      after: { document_type, file_name },
    });
    return stored;
  });
  return new StreamResponse(readStoredFile(db, merchant_id, file), file.content_type, file.name);
}
