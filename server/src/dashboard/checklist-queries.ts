/** SQL of the checklist of a new merchant. */
import { sql } from 'kysely';
import type { LoginTx, MerchantTx } from '../db/tx.ts';

/** A settlement account counts from its approval on, although payouts use it only after its cooling-off period. */
export interface MerchantSteps {
  is_submitted: boolean;
  is_verified: boolean;
  has_bank_account: boolean;
  has_api_key: boolean;
  has_payment: boolean;
  has_colleague: boolean;
}

export async function getMerchantSteps(tx: MerchantTx): Promise<MerchantSteps> {
  const { merchant_id } = tx;
  const { rows } = await sql<MerchantSteps>`
    select m.verification_status not in ('draft', 'needs_revision') as is_submitted,
      m.verification_status in ('approved', 'under_re_review') as is_verified,
      exists (select from app.settlement_setting s
        left join app.bank_account b on b.merchant_id = ${merchant_id} and b.id = s.next_bank_account_id
        where s.merchant_id = ${merchant_id} and (s.bank_account_id is not null
          or (b.approved_at is not null and b.rejected_at is null))) as has_bank_account,
      exists (select from app.api_key k where k.merchant_id = ${merchant_id}
        and (k.revoked_at is null or k.last_used_at is not null)) as has_api_key,
      exists (select from app.transaction t where t.merchant_id = ${merchant_id}
        and t.paid_at is not null) as has_payment,
      (select count(*) from app.membership p where p.merchant_id = ${merchant_id} and p.status = 'active') > 1
        or exists (select from app.invitation i where i.merchant_id = ${merchant_id} and i.status = 'pending')
        as has_colleague
    from app.merchant m where m.merchant_id = ${merchant_id}`.execute(tx.sql);
  const [found] = rows;
  if (found === undefined) throw new Error(`Merchant ${merchant_id} not found`);
  return found;
}

export interface PersonSteps {
  email: boolean;
  phone: boolean;
  second_factor: boolean;
}

export async function getPersonSteps(tx: LoginTx, user_id: string): Promise<PersonSteps> {
  const { rows } = await sql<PersonSteps>`
    select l.email_verified_at is not null as email, l.phone_verified_at is not null as phone,
      exists (select from app.totp t where t.user_id = ${user_id} and t.confirmed_at is not null)
        or exists (select from app.passkey p where p.user_id = ${user_id}) as second_factor
    from app.login l where l.user_id = ${user_id}`.execute(tx.sql);
  return rows[0] ?? { email: false, phone: false, second_factor: false };
}
