/** Public representation of a link, without internal data, and of one payment attempt. */
import { getVaBank, type VaBank } from '@dasbor/contract/bank';
import { type MerchantActivity, findInactiveReason } from '@dasbor/contract/merchant-activity';
import type { Rupiah } from '@dasbor/contract/money';
import type { PayAttempt, PayLink } from '@dasbor/contract/pay';
import type { LinkPayability, StoredLink } from '@dasbor/contract/payment-link-terms';
import type { Db } from '../db/connect.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { listShownOutages } from '../outage/queries.ts';
import { findLinkBySlug, findLink } from '../payment-link/queries.ts';
import { getPayability } from '../payment-link/rules.ts';
import { getPricing } from '../transaction/fee-queries.ts';
import { type AttemptRow, type PayMerchant, getPayMerchant } from './queries.ts';
import {
  type PaymentOutage,
  type Prices,
  findOutageText,
  toAttemptStatus,
  buildMethodDetails,
  buildFields,
  buildMethods,
} from './rules.ts';
import { createAttemptToken } from './token.ts';

/** A link with everything needed to show it. */
export interface OpenedLink {
  merchant_id: string;
  link: StoredLink;
  merchant: PayMerchant;
  state: LinkPayability;
  prices: Prices | null;
  /** Outages that apply now. */
  outages: readonly PaymentOutage[];
}

/** Finds a link by its slug; null when there is none or it is a draft. */
export async function findOpenedLink(db: Db, slug: string, now: Date): Promise<OpenedLink | null> {
  const found = await findLinkBySlug(db, slug);
  if (found === null) return null;
  const { merchant_id, id } = found;
  return asMerchant(db, merchant_id, async (tx) => {
    const link = await findLink(tx, id);
    if (link === undefined || link.status === 'draft') return null;
    const merchant = await getPayMerchant(tx);
    const state = toLinkState(link, merchant, link.paid_count, now);
    const outages = await listShownOutages(tx, now);
    return { merchant_id, link, merchant, state, prices: await findPrices(tx, link), outages };
  });
}

/** A link of a merchant that cannot accept payments counts as inactive. */
export function toLinkState(link: StoredLink, merchant: MerchantActivity, paid: number, now: Date): LinkPayability {
  const state = getPayability(link, { paid }, now);
  return state === 'payable' && findInactiveReason('payments', merchant) !== null ? 'inactive' : state;
}

/** Prices of virtual accounts when the customer pays the fee. */
export const findPrices = async (tx: MerchantTx, link: Pick<StoredLink, 'fee_bearer'>): Promise<Prices | null> =>
  link.fee_bearer === 'customer' ? getPricing(tx, 'virtual_account') : null;

/** The link as the customer sees it. `entered_amount`: an open amount from the customer. */
export function buildPayLink(
  { link, merchant, state, prices, outages }: OpenedLink,
  entered_amount: Rupiah | null,
  now: Date,
): PayLink {
  const methods =
    state === 'payable' ? buildMethods(withEnabledChannels(link, merchant), prices, entered_amount, now) : [];
  return {
    state,
    merchant_name: merchant.brand_name,
    logo_url: merchant.logo_url,
    title: link.title,
    description: link.description,
    amount: link.amount,
    amount_min: link.min_amount,
    amount_max: link.max_amount,
    currency: 'IDR',
    items: link.items,
    fields: buildFields(link.collect_fields),
    methods: methods.map((method) => ({ ...method, outage: findOutageText(outages, method.channel) })),
    starts_at: link.starts_at,
    expires_at: link.expires_at,
    language: link.language,
    return_url: link.failure_redirect_url,
    now: now.toISOString(),
  };
}

/** The link with the channels that the provider did not switch off. */
const withEnabledChannels = <Link extends Pick<StoredLink, 'channels'>>(link: Link, merchant: PayMerchant): Link => ({
  ...link,
  channels: link.channels.filter((channel) => !merchant.disabled_channels.includes(channel)),
});

/** A payment attempt as the customer who started it sees it. */
export function buildPayAttempt(
  deps: Pick<Deps, 'secrets'>,
  opened: OpenedLink,
  row: AttemptRow,
  now: Date,
): PayAttempt {
  const { link, state } = opened;
  const status = toAttemptStatus(row, now);
  const is_paid = status === 'paid';
  return {
    token: createAttemptToken(deps.secrets, link.id, row.transaction_id),
    status,
    link_state: state,
    channel: row.method === 'qris' ? 'QRIS' : (row.channel_code as VaBank),
    amount: row.amount,
    expires_at: row.expires_at,
    qris:
      row.qr_content === null || row.nmid === null
        ? null
        : { content: row.qr_content, merchant_name: row.brand_name, nmid: row.nmid },
    virtual_account: status === 'preparing' ? null : toVirtualAccount(row),
    paid_at: is_paid ? row.paid_at : null,
    reference: is_paid ? (row.rrn ?? row.va_number) : null,
    merchant_reference: is_paid ? link.merchant_reference : null,
    payer: is_paid ? row.issuer : null,
    redirect_url: is_paid ? link.success_redirect_url : null,
    now: now.toISOString(),
  };
}

function toVirtualAccount(row: AttemptRow): PayAttempt['virtual_account'] {
  if (row.va_number === null || row.holder_name === null) return null;
  const bank = row.channel_code as VaBank;
  const { name, from_any_bank } = buildMethodDetails(bank);
  return {
    bank_name: name,
    number: row.va_number,
    company_code: getVaBank(bank).company_code,
    holder_name: row.holder_name,
    from_any_bank,
  };
}
