/** The objects that bodies of requests change, in addition to those of `sample-objects.ts`, under the same ids. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { SAMPLE_ULID } from './sample-objects.ts';
import { TEST_START } from './template-databases.ts';

/** A static code: that of `sample-objects.ts` is dynamic. */
export const SAMPLE_STICKER_ID = 'qr_01kagz7v3w8x9y2m4n5p6q7r8t';
/** An exception for a callback is found by its cause, not by its id. */
export const SAMPLE_CALLBACK_CAUSE = createHash('md5').update('kopi-only kopi-only 4045201 kopi-only').digest('hex');

const AT = TEST_START.toISOString();
const sampleId = (prefix: string): string => `${prefix}_${SAMPLE_ULID}`;

/** Users of the sandbox who own the objects of a person. */
const OWNER = 'superadmin@kopi.example';
const STAFF = 'platform_admin@dasbor.example';

/** Inserts one object of each type as the database owner. Returns the id of the staff member who owns some. */
export async function insertSampleBodyObjects(owner: pg.Client, merchant_id: string): Promise<{ staff_id: string }> {
  const [user_id, staff_id] = [await findUserId(owner, OWNER), await findUserId(owner, STAFF)];
  await insertOfPersons(owner, user_id, staff_id);
  await insertOfProvider(owner);
  await insertGroups(owner, merchant_id);
  await insertOfMerchant(owner, merchant_id);
  await insertRequests(owner, merchant_id);
  return { staff_id };
}

async function findUserId(owner: pg.Client, email: string): Promise<string> {
  const { rows } = await owner.query<{ user_id: string }>('select user_id from app.login where email = $1', [email]);
  return rows[0]!.user_id;
}

async function insertOfPersons(owner: pg.Client, user_id: string, staff_id: string): Promise<void> {
  await owner.query(
    `insert into app.passkey (id, user_id, name, credential_id, public_key, sign_count, is_synced, created_at)
     values ($1, $2, 'kopi-only', 'kopi-only', 'kopi-only', 0, false, $3)`,
    [sampleId('psk'), user_id, AT],
  );
  await owner.query(
    `insert into app.saved_view (id, user_id, list, name, query, created_at, updated_at)
     values ($1, $2, 'transactions', 'kopi-only', '', $3, $3)`,
    [sampleId('view'), user_id, AT],
  );
  for (const [user, scope] of [
    [user_id, 'merchant'],
    [staff_id, 'provider'],
  ]) {
    await owner.query(
      `insert into app.analytics_board (id, user_id, scope, name, position, widgets, created_at, updated_at)
       values ($1, $2, $3, 'kopi-only', 1, '[]', $4, $4)`,
      [sampleId('abd'), user, scope, AT],
    );
  }
}

async function insertOfProvider(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into app.announcement (id, severity, audience, title_en, text_en, title_id, text_id, is_emailed, status, starts_at, ends_at, created_by, created_by_name, created_at, updated_at)
     values ($1, 'info', 'all', 'kopi-only', 'kopi-only', 'kopi-only', 'kopi-only', false, 'draft', '2026-12-01', '2026-12-02', 'kopi-only', 'kopi-only', $2, $2)`,
    [sampleId('ann'), AT],
  );
  await owner.query(
    `insert into app.transfer_outage (id, bank_code, methods, starts_at, ends_at, text_en, text_id, created_by_name, created_at)
     values ($1, '014', '{disbursement}', '2026-12-01', '2026-12-02', 'kopi-only', 'kopi-only', 'kopi-only', $2)`,
    [sampleId('out'), AT],
  );
  await owner.query(
    `insert into app.unmatched_callback (id, at, partner, endpoint, response_code, reason)
     values ($1, $2, 'kopi-only', 'kopi-only', '4045201', 'kopi-only')`,
    [sampleId('rst'), AT],
  );
  await owner.query(
    `insert into app.bank_statement (id, account_no, number, format, file_name, sha256, first_day, last_day, line_count, opening_balance, closing_balance, uploaded_at, uploaded_by, uploaded_by_id)
     values ($1, '8010000001', 'kopi-only', 'csv', 'kopi-only', 'kopi-only', '2026-11-17', '2026-11-17', 1, 0, 1, $2, 'kopi-only', 'kopi-only')`,
    [sampleId('bst'), AT],
  );
  await owner.query(
    `insert into app.bank_statement_line (id, statement_id, line_no, value_day, amount, reference, description, status, tokens)
     values ($1, $2, 1, '2026-11-17', 1, 'kopi-only', 'kopi-only', 'open', '{}')`,
    [sampleId('bsl'), sampleId('bst')],
  );
}

async function insertGroups(owner: pg.Client, merchant_id: string): Promise<void> {
  await owner.query(
    `insert into app.account_group (id, code, name, type, status, owner_merchant_of, created_at, updated_at)
     values ($1, 'KOPIONLY', 'kopi-only', 'reseller', 'active', $2, $3, $3)`,
    [sampleId('agr'), merchant_id, AT],
  );
  await owner.query(
    `insert into app.account_group_member (merchant_id, id, group_id, type, effective_from, created_by_name, created_at, updated_at)
     values ($1, $2, $3, 'reseller', '2026-11-01', 'kopi-only', $4, $4)`,
    [merchant_id, sampleId('agm'), sampleId('agr'), AT],
  );
  await owner.query(
    `insert into app.commission_rule (merchant_id, id, series_id, version, group_id, name, basis, bearer, cycle, rate_ppm, flat_amount, tiers, status, effective_from, created_by_id, created_by, created_at)
     values ($1, $2, $2, 1, $3, 'kopi-only', 'percent_of_gross', 'from_platform_fee', 'monthly', 1000, 0, '[]', 'draft', '2026-12-01', 'kopi-only', 'kopi-only', $4)`,
    [merchant_id, sampleId('cmr'), sampleId('agr'), AT],
  );
  await owner.query(
    `insert into app.commission_statement (merchant_id, id, number, series_id, group_id, rule_name, cycle, period_from, period_to, collects, status, last_event_seq, created_at, updated_at)
     values ($1, $2, 'kopi-only', $3, $4, 'kopi-only', 'daily', '2026-11-17', '2026-11-17', '{}', 'open', 1, $5, $5)`,
    [merchant_id, sampleId('cms'), sampleId('cmr'), sampleId('agr'), AT],
  );
}

async function insertOfMerchant(owner: pg.Client, merchant_id: string): Promise<void> {
  await owner.query(
    `insert into app.payment_link_directory (slug, merchant_of, payment_link_id)
     select slug, merchant_id, id from app.payment_link where merchant_id = $1 and id = $2`,
    [merchant_id, sampleId('pl')],
  );
  await owner.query(
    `insert into app.qris_payment (merchant_id, id, type, status, qr_content, partner_reference_no, name, created_at, updated_at)
     values ($1, $2, 'static', 'active', 'kopi-only', 'kopi-only-sticker', 'kopi-only', $3, $3)`,
    [merchant_id, SAMPLE_STICKER_ID, AT],
  );
  await owner.query(
    `insert into app.bank_credential (merchant_id, id, channel, client_key, client_secret_sealed, bank_client_key, bank_client_secret_sealed, bank_public_key, partner_private_key_sealed, partner_public_key, created_by, created_at)
     values ($1, $2, 'BCA', 'kopi-only', 'kopi-only', 'kopi-only', 'kopi-only', 'kopi-only', 'kopi-only', 'kopi-only', 'kopi-only', $3)`,
    [merchant_id, sampleId('bcr'), AT],
  );
  await owner.query(
    `insert into app.settlement_line (merchant_id, batch_id, line_no, line_type, type, journal_id, reference_type, reference_id, adjustment_amount, net_amount, occurred_at)
     values ($1, $2, 1, 'adjustment', 'adjustment', $3, 'test', 'kopi-only', 1, 1, $4)`,
    [merchant_id, sampleId('stl'), sampleId('jrn'), AT],
  );
}

/** What waits for a decision. */
async function insertRequests(owner: pg.Client, merchant_id: string): Promise<void> {
  await owner.query(
    `insert into app.settlement_dispute (merchant_id, id, batch_id, line_no, reason, status, created_by, created_at)
     values ($1, $2, $3, 1, 'kopi-only', 'open', 'kopi-only', $4)`,
    [merchant_id, sampleId('sdi'), sampleId('stl'), AT],
  );
  await owner.query(
    `insert into app.merchant_change (merchant_id, id, before, after, status, requested_by, requested_by_id, requested_at)
     values ($1, $2, '{}', '{}', 'pending', 'kopi-only', 'kopi-only', $3)`,
    [merchant_id, sampleId('mch'), AT],
  );
  await owner.query(
    `insert into app.approval_request (merchant_id, id, subject_type, subject_id, amount, details, status, policy_version, approvals_required, approver_roles, approver_user_ids, requested_by, requested_by_id, requested_by_owner, requested_by_type, created_at)
     values ($1, $2, 'refund', $3, 1, '{}', 'pending', 0, 1, '{}', '{}', 'kopi-only', 'kopi-only', 'kopi-only', 'user', $4)`,
    [merchant_id, sampleId('apr'), sampleId('rfd'), AT],
  );
  await owner.query(
    `insert into app.bank_transfer (merchant_id, id, subject_type, subject_id, attempt, partner_reference_no, rail, service, bank_code, account_last4, amount, status, first_sent_at, last_sent_at)
     values ($1, $2, 'disbursement', $3, 1, 'kopi-only', 'intrabank', '17', '014', '0001', 1, 'unknown', $4, $4)`,
    [merchant_id, sampleId('btr'), sampleId('dsb'), AT],
  );
}
