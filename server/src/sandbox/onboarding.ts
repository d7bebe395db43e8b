/** Fills the business profiles of the sandbox, and puts the merchant Warung Baru into the provider's review. Idempotent. */
import { DOCUMENT_UPLOAD } from '@dasbor/contract/business-profile';
import { PERSON_DOCUMENTS } from '@dasbor/contract/business-profile-fields';
import { UPLOAD_TYPE_TERMS } from '@dasbor/contract/upload';
import * as duration from '@dasbor/contract/duration';
import { hashPassword } from '../auth/password.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { insertMerchantEvent } from '../merchant/event-queries.ts';
import { claimIdentifier } from '../merchant/identifier-queries.ts';
import { insertMerchant } from '../merchant/queries.ts';
import { type StoredFile, storeFile } from '../storage/stored-file.ts';
import { inspectFile } from '../upload/inspect.ts';
import { type DocumentDecision, acceptPendingDocuments, insertDocument } from '../verification/document-queries.ts';
import { buildNikContext, insertPerson, listPeople } from '../verification/people-queries.ts';
import { updateMerchant } from '../verification/queries.ts';
import { SANDBOX_PASSWORD } from './credentials.ts';
import { ensureUser, getSandboxUserId } from './people.ts';
import { SAMPLE_PROFILES, type SampleProfile, WARUNG_BARU } from './profiles.ts';
import { buildSamplePdf, buildSamplePicture } from './sample-documents.ts';

export const WARUNG_OWNER_EMAIL = 'baru@warung.example';
/** Far from the users of people.ts. */
const WARUNG_OWNER_ID = getSandboxUserId(90);
const SUBMITTED_BEFORE_MS = duration.days(1);

type SampleDocumentOf = SampleProfile['documents'][number];

export async function ensureOnboarding(deps: Deps): Promise<void> {
  await ensureWarung(deps);
  for (const profile of SAMPLE_PROFILES) await ensureProfile(deps, profile);
}

/** The merchant, which submitted its profile a day ago, and its owner. */
async function ensureWarung(deps: Deps): Promise<void> {
  const at = new Date(deps.clock.now().getTime() - SUBMITTED_BEFORE_MS);
  const { merchant_id, code } = WARUNG_BARU;
  const state = { status: 'pending_review', verification_status: 'in_review', submitted_at: at } as const;
  await asPlatform(deps.db, async (tx) => {
    await claimIdentifier(tx, { kind: 'code', value: code, merchant_of: merchant_id });
    await insertMerchant(tx, { ...WARUNG_BARU, ...state }, at);
  });
  const password_hash = await hashPassword(SANDBOX_PASSWORD);
  await ensureUser(deps, {
    user_id: WARUNG_OWNER_ID,
    email: WARUNG_OWNER_EMAIL,
    name: 'Bayu Rahmanto',
    role: 'superadmin',
    merchant_id,
    password_hash,
    created_at: at,
  });
}

/** Fills a profile that has no people yet. Its files are stored first: an interrupted run leaves no half of a profile. */
async function ensureProfile(deps: Deps, profile: SampleProfile): Promise<void> {
  const { merchant_id } = profile;
  const now = new Date(deps.clock.now().getTime() - SUBMITTED_BEFORE_MS);
  if ((await asMerchant(deps.db, merchant_id, listPeople)).length > 0) return;
  const files: { document: SampleDocumentOf; file: StoredFile }[] = [];
  for (const document of profile.documents) files.push({ document, file: await storeSample(deps, profile, document) });
  await asMerchant(deps.db, merchant_id, async (tx) => {
    await updateMerchant(tx, profile.fields, now);
    const person_id = await storePerson(deps, tx, profile, now);
    for (const { document, file } of files) {
      const { document_type } = document;
      const { id: file_id, name: file_name, content_type, size_bytes, sha256 } = file;
      await insertDocument(tx, {
        id: newId('merchant_document', now),
        document_type,
        person_id: PERSON_DOCUMENTS.includes(document_type) ? person_id : null,
        file_id,
        file_name,
        content_type,
        size_bytes,
        sha256,
        expires_on: null,
        uploaded_by_id: WARUNG_OWNER_ID,
        uploaded_by: profile.user_name,
        uploaded_at: now,
      });
    }
    if (merchant_id === WARUNG_BARU.merchant_id) await recordSubmission(tx, profile, now);
    else await acceptPendingDocuments(tx, buildAcceptance(now));
  });
}

const buildAcceptance = (reviewed_at: Date): DocumentDecision => ({
  status: 'accepted',
  reject_reason: null,
  reject_note: null,
  reviewed_by_id: 'sandbox',
  reviewed_by: 'Citra Anggraini',
  reviewed_at,
});

/** Through the inspection of uploads, as a file of a user. */
async function storeSample(deps: Deps, { merchant_id }: SampleProfile, document: SampleDocumentOf) {
  const { document_type, kind } = document;
  const name = `${document_type}.${kind}`;
  const bytes = kind === 'pdf' ? await buildSamplePdf(document) : await buildSamplePicture(document);
  const inspected = await inspectFile({ name, bytes }, DOCUMENT_UPLOAD);
  const { content_type } = UPLOAD_TYPE_TERMS[inspected.type];
  return storeFile(deps, merchant_id, { name, content_type, expires_at: null }, [inspected.bytes]);
}

async function storePerson(deps: Deps, tx: MerchantTx, { person }: SampleProfile, now: Date): Promise<string> {
  const { nik, ...rest } = person;
  const id = newId('merchant_person', now);
  const nik_sealed = deps.vault.seal(buildNikContext(tx.merchant_id, id), nik);
  await insertPerson(tx, { id, ...rest, share_bps: null, nik_sealed, nik_last4: nik.slice(-4) }, now);
  return id;
}

async function recordSubmission(tx: MerchantTx, { user_name }: SampleProfile, at: Date): Promise<void> {
  const owner = { at, actor: { type: 'user', id: WARUNG_OWNER_ID, name: user_name } } as const;
  const provider = { at, actor: { type: 'provider', id: 'sandbox', name: 'Citra Anggraini' } } as const;
  await insertMerchantEvent(tx, owner, { kind: 'status', from_status: 'registered', to_status: 'onboarding' });
  await insertMerchantEvent(tx, owner, { kind: 'verification', from_status: 'draft', to_status: 'submitted' });
  await insertMerchantEvent(tx, owner, { kind: 'status', from_status: 'onboarding', to_status: 'pending_review' });
  await insertMerchantEvent(tx, provider, { kind: 'verification', from_status: 'submitted', to_status: 'in_review' });
}
