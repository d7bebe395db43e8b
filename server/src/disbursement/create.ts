/** Creates disbursements: checks them, determines rail and fee, and leaves the approval to other people. */
import type { Body } from '@dasbor/contract/route';
import type { createDisbursement as createRoute } from '@dasbor/contract/disbursement';
import { DISBURSEMENT_REASONS } from '@dasbor/contract/disbursement-reasons';
import { formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import type { RailChoice } from '@dasbor/contract/transfer-rail';
import { assertWithinDailyLimit, requestApproval } from '../approval/request.ts';
import { type ActionContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type Principal, getPersonId } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { getBalance } from '../ledger/balance.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { getPayoutAccount } from '../payout-balance/alert-queries.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import { saveBeneficiary } from './beneficiary.ts';
import { updateBeneficiary } from './beneficiary-queries.ts';
import { type Price, limitExceeded, planDisbursement, readPricing } from './pricing.ts';
import { findPayoutLimit } from './limit-queries.ts';
import { insertDisbursement } from './queries.ts';
import { type ResolvedAccount, assertBeneficiaryPayable, assertNameMatch } from './resolve-account.ts';

export interface CreateContext extends ActionContext {
  bank: TransferServices;
}

type CreateBody = Body<typeof createRoute>;
export type CreateInput = Pick<
  CreateBody,
  | 'amount'
  | 'merchant_reference'
  | 'description'
  | 'schedule_at'
  | 'rail'
  | 'emails'
  | 'save_beneficiary'
  | 'account_name'
> & { retry_of?: string };

/** 'Awaiting approval' in the catalogue of notifications (domain 1.21). */
const AWAITING_APPROVAL_ACTION = 1201;

/** Creates a disbursement that awaits approval, and returns its id. Throws the errors of the contract. */
export async function createDisbursement(
  tx: MerchantTx,
  account: ResolvedAccount,
  input: CreateInput,
  context: CreateContext,
): Promise<string> {
  const { principal, now } = context;
  const name_match = assertNameMatch(input.account_name, account.verified_name);
  const saved = await assertBeneficiaryPayable(tx, account, now);
  const { plan, price } = await chooseRoute(tx, account, input, context);
  await assertWithinDailyLimit(tx, { subject_type: 'disbursement', amount: input.amount }, context);
  const id = newId('disbursement', now);
  const beneficiary_id = await useBeneficiary(
    tx,
    account,
    { saved, is_saved: input.save_beneficiary === true },
    context,
  );
  const is_new = await insertDisbursement(
    tx,
    {
      id,
      merchant_reference: input.merchant_reference,
      batch_id: null,
      row_no: null,
      beneficiary_id,
      account_check_id: account.account_check_id,
      bank_code: account.bank_code,
      account_last4: account.account_last4,
      verified_name: account.verified_name,
      account_name: input.account_name ?? null,
      name_match,
      amount: input.amount,
      ...price,
      rail: plan.rail,
      rail_choice: input.rail ?? 'auto',
      description: input.description || null,
      emails: input.emails ?? [],
      schedule_at: input.schedule_at ?? null,
      expected_at: plan.expected_at,
      partner_reference_no: buildPartnerReference(tx.merchant_id, id),
      ...toRequester(principal),
      retry_of: input.retry_of ?? null,
      created_at: now,
    },
    {
      status: 'pending_approval',
      actor: { actor_type: principal.type, actor_name: principal.name },
      reason: DISBURSEMENT_REASONS.requested,
    },
  );
  if (!is_new) throw duplicateReference(input.merchant_reference);
  await requestDisbursementApproval(tx, account, { id, ...input }, context);
  return id;
}

/** Rail and price. Throws 422 `limit_exceeded` or `insufficient_balance`. */
async function chooseRoute(tx: MerchantTx, account: ResolvedAccount, input: CreateInput, context: CreateContext) {
  const pricing = await readPricing(tx);
  const priced = {
    bank_code: account.bank_code,
    amount: input.amount,
    rail: input.rail,
    schedule_at: input.schedule_at,
  };
  const found = planDisbursement(pricing, priced, context);
  if ('refusal' in found) throw limitExceeded(found.refusal, priced, pricing.calendar, context.now);
  // A retry pays the same as the first one.
  if (input.retry_of === undefined) assertDescriptionFits(input.description, found.description_max);
  await assertWithinPayoutLimit(tx, input.amount);
  // A scheduled one may be covered by then; the money is reserved when it is approved.
  if (input.schedule_at === undefined) await assertCovered(tx, found.price);
  return found;
}

/** Throws 422 `description_too_long` for a text that the rail would cut. */
function assertDescriptionFits(description: string | undefined, max: number): void {
  if (description === undefined || description.length <= max) return;
  throw new Problem(
    422,
    'description_too_long',
    localized(
      `This transfer method allows at most ${max} characters in the description. Shorten it.`,
      `Keterangan untuk layanan transfer ini maksimal ${max} karakter. Persingkat keterangannya.`,
    ),
  );
}

/** Throws 422 `limit_exceeded` for an amount above the limit of the merchant. */
export async function assertWithinPayoutLimit(tx: MerchantTx, amount: number): Promise<void> {
  const limit = await findPayoutLimit(tx);
  if (limit === null || amount <= limit) return;
  throw new Problem(
    422,
    'limit_exceeded',
    localized(
      `Your limit per disbursement is ${formatRupiah(limit)}. Lower the amount, or ask your provider for a higher limit.`,
      `Batas per disbursement Anda adalah ${formatRupiah(limit)}. Kurangi jumlahnya, atau minta batas lebih tinggi kepada penyedia.`,
    ),
  );
}

async function assertCovered(tx: MerchantTx, { total_amount }: Price): Promise<void> {
  const balance = await getBalance(tx, await getPayoutAccount(tx));
  if (balance >= total_amount) return;
  throw new Problem(
    422,
    'insufficient_balance',
    localized(
      `The payout balance is ${formatRupiah(balance)}, but ${formatRupiah(total_amount)} is required including the fee. Top it up, or lower the amount.`,
      `Saldo pencairan ${formatRupiah(balance)}, sedangkan ${formatRupiah(total_amount)} diperlukan beserta biayanya. Isi saldo, atau kurangi jumlahnya.`,
    ),
  );
}

/** The beneficiary of the disbursement, saved now where that was requested. */
async function useBeneficiary(
  tx: MerchantTx,
  account: ResolvedAccount,
  { saved, is_saved }: { saved: { id: string } | null; is_saved: boolean },
  context: ActionContext,
): Promise<string | null> {
  if (saved === null) return is_saved ? saveBeneficiary(tx, account, account.verified_name, context) : null;
  await updateBeneficiary(tx, saved.id, { last_used_at: context.now });
  return saved.id;
}

async function requestDisbursementApproval(
  tx: MerchantTx,
  account: ResolvedAccount,
  input: CreateInput & { id: string },
  context: ActionContext,
): Promise<void> {
  const { id, amount, merchant_reference, description = null } = input;
  const { bank_code, account_last4, verified_name: holder_name } = account;
  const details = { merchant_reference, reason: description || null, bank_code, account_last4, holder_name };
  await requestApproval(tx, { subject_type: 'disbursement', subject_id: id, amount, details }, context);
  await enqueueNotification(tx, {
    event_id: `${id}.requested`,
    action: AWAITING_APPROVAL_ACTION,
    object_type: 'disbursement',
    object_id: id,
    template_data: { outcome: 'disbursement', amount, merchant_reference, requested_by: context.principal.name },
    at: context.now,
  });
  const after = { status: 'pending_approval', amount, merchant_reference, bank_code, account_last4, holder_name };
  await recordAudit(context, tx, {
    action: 'disbursement.requested',
    object_type: 'disbursement',
    object_id: id,
    after: { ...after, rail: (input.rail ?? 'auto') satisfies RailChoice, schedule_at: input.schedule_at ?? null },
  });
}

export const toRequester = (principal: Principal) => ({
  requested_by_type: principal.type,
  requested_by_id: principal.id,
  requested_by: principal.name,
  requested_by_owner: getPersonId(principal),
});

/** Reference of the transfer at the bank: the same at every attempt. */
export const buildPartnerReference = (merchant_id: string, id: string): string =>
  merchant_id.slice('mer_'.length) + id.slice('dsb_'.length);

const duplicateReference = (merchant_reference: string) =>
  new Problem(
    409,
    'duplicate_reference',
    localized(
      `A disbursement with the reference ${merchant_reference} exists. Use another reference.`,
      `Disbursement dengan referensi ${merchant_reference} sudah ada. Gunakan referensi lain.`,
    ),
  );
