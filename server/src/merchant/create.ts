/** Creates merchants for the provider, with their owner's invitation. */
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/merchant';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordAudit, toAuditActor } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform, isUniqueViolation } from '../db/tx.ts';
import type { RequestContext } from '../http/serve.ts';
import { assertRegions, completeRegions } from '../region/rules.ts';
import { inviteOwner } from '../user/owner-invitation-queries.ts';
import { createAgreedTerms } from './agreed-terms-queries.ts';
import { insertMerchantEvent } from './event-queries.ts';
import { claimIdentifier } from './identifier-queries.ts';
import { identifierTaken, nmidTaken } from './identifier-rules.ts';
import { insertMerchant } from './queries.ts';

const codeTaken = () =>
  identifierTaken(
    'merchant_code_taken',
    'code',
    localized('Another merchant has this code.', 'Merchant lain memiliki kode ini.'),
  );

const NO_REGIONS = { province_code: null, regency_code: null, district_code: null, village_code: null };

/** Returns the id of the merchant. Throws 422 `unknown_region`, 409 `merchant_code_taken` and 409 `nmid_taken`. */
export async function createMerchant(ctx: RequestContext<typeof contract.createMerchant>): Promise<string> {
  const { deps, body, now, principal } = ctx;
  const { code, limits, start, owner, pricing, settlement_terms, ...profile } = body;
  assertRegions(completeRegions(NO_REGIONS, profile));
  const merchant_id = newId('merchant', now);
  const is_active = start === 'active';
  const status = is_active ? 'active' : 'onboarding';
  try {
    await asPlatform(deps.db, async (tx) => {
      if (!(await claimIdentifier(tx, { kind: 'code', value: code, merchant_of: merchant_id }))) throw codeTaken();
      if (!(await claimIdentifier(tx, { kind: 'nmid', value: profile.nmid, merchant_of: merchant_id })))
        throw nmidTaken();
      await insertMerchant(
        tx,
        {
          merchant_id,
          code,
          ...profile,
          ...limits,
          status,
          verification_status: is_active ? 'approved' : 'draft',
          activated_at: is_active ? now : null,
        },
        now,
      );
      const scope = { merchant_id, sql: tx.sql };
      const by = { at: now, actor: toAuditActor(principal) };
      await insertMerchantEvent(scope, by, { kind: 'status', from_status: null, to_status: status });
      await recordAudit(ctx, scope, {
        action: 'merchant.created',
        object_type: 'merchant',
        object_id: merchant_id,
        after: { code, ...profile, ...limits, status, owner: owner.email },
      });
      // Nothing has been paid yet, so that the versions apply at once.
      const agreed = { pricing, settlement_terms, effective_from: toBusinessDay(now) };
      await createAgreedTerms(tx, ctx, merchant_id, agreed);
      await inviteOwner(ctx, scope, owner);
    });
  } catch (error) {
    // Two requests with the same code: the second finds it taken only at the commit of the first.
    if (isUniqueViolation(error, 'merchant_identifier_pkey')) throw codeTaken();
    throw error;
  }
  return merchant_id;
}
