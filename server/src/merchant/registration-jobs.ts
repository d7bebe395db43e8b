/** Creates the merchant of a registration, whose account exists. */
import { recordAudit } from '../audit/record.ts';
import { type ListedPerson, addToDirectory } from '../auth/membership-directory-queries.ts';
import { insertMembership } from '../auth/membership-queries.ts';
import { type Registration, findRegistration } from '../auth/registration-queries.ts';
import { type MerchantTx, asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { insertMerchantEvent } from './event-queries.ts';
import { claimIdentifier } from './identifier-queries.ts';
import { insertMerchant } from './queries.ts';

/** Idempotent: the ids are those of the registration. Until the membership exists, its owner cannot sign in. */
const createRegisteredMerchant: Job = {
  name: 'create_registered_merchant',
  lane: 'mail',
  run: async ({ db }, { id }) => {
    const registration = await asLogin(db, (tx) => findRegistration(tx, String(id)));
    if (registration === undefined) return;
    const { merchant_of, created_at } = registration;
    const merchant = toMerchant(registration);
    await asPlatform(db, async (tx) => {
      await claimIdentifier(tx, { kind: 'code', value: merchant.code, merchant_of });
      await insertMerchant(tx, merchant, new Date(created_at));
    });
    const listed = await addToDirectory(db, { merchant_id: merchant_of, user_id: registration.user_id });
    await asMerchant(db, merchant_of, (tx) => addOwner(tx, registration, listed));
  },
};

export const registrationJobs: Job[] = [createRegisteredMerchant];

function toMerchant(registration: Registration) {
  const { merchant_of: merchant_id, account_type, full_name, business_name, email, phone } = registration;
  const is_personal = account_type === 'personal';
  return {
    merchant_id,
    // The random part of the id: unique without asking.
    code: merchant_id.slice(-10).toUpperCase(),
    brand_name: business_name,
    legal_name: is_personal ? full_name : business_name,
    entity_type: is_personal ? ('individual' as const) : null,
    email,
    phone,
    status: 'registered' as const,
  };
}

async function addOwner(tx: MerchantTx, registration: Registration, listed: ListedPerson): Promise<void> {
  const { user_id, full_name, ip } = registration;
  const now = new Date(registration.created_at);
  const member = { role: 'superadmin', invited_by: null, invited_by_name: null, created_at: now } as const;
  if (!(await insertMembership(tx, listed, member))) return;
  const actor = { type: 'user', id: user_id, name: full_name } as const;
  await insertMerchantEvent(tx, { at: now, actor }, { kind: 'status', from_status: null, to_status: 'registered' });
  await recordAudit({ actor, ip, now }, tx, {
    action: 'merchant.registered',
    object_type: 'merchant',
    object_id: tx.merchant_id,
    after: { status: 'registered', brand_name: registration.business_name, account_type: registration.account_type },
  });
}
