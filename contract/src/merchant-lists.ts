/**
 * Lists over many merchants, for the provider's staff and for the shared users of an account group. Rows, filters and
 * files are those of the merchant's own lists, with the merchant.
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { disbursement } from './disbursement-fields.ts';
import { listDisbursements, summariseDisbursements } from './disbursement.ts';
import { ID_PREFIXES, idSchema } from './id.ts';
import { accountGroupFilter } from './merchant-filter.ts';
import { OVERVIEW_PERIODS, overviewMetrics } from './operations.ts';
import { commaSeparated, page } from './paging.ts';
import { refund } from './refund-fields.ts';
import { listRefunds, summariseRefunds } from './refund.ts';
import { route } from './route.ts';
import { settlementBatch } from './settlement-fields.ts';
import { listSettlements, summariseSettlements } from './settlement.ts';
import { listTransactions, summariseTransactions, transaction } from './transaction.ts';

/** Merchants of one filter at most. */
export const MERCHANT_FILTER_MAX = 100;

const view = needs('Merchants', 'view', { users_only: true, or: 'Group overview' });

/** Filters of every list over many merchants. */
export const merchantsFilter = {
  merchant_id: commaSeparated(new RegExp(`^${ID_PREFIXES.merchant}_[0-9a-hjkmnp-tv-z]{26}$`), MERCHANT_FILTER_MAX)
    .optional()
    .describe('One or more merchants'),
  group_id: accountGroupFilter.optional(),
};

/** The merchant of a row. */
export const merchantOfRow = {
  merchant_id: idSchema('merchant').describe('Merchant of the row'),
  merchant_name: z.string().describe('Brand name of the merchant'),
};
export type MerchantOfRow = z.infer<z.ZodObject<typeof merchantOfRow>>;

export const merchantTransaction = z.object({ ...transaction.shape, ...merchantOfRow });
export type MerchantTransaction = z.infer<typeof merchantTransaction>;
export const merchantRefund = z.object({ ...refund.shape, ...merchantOfRow });
export type MerchantRefund = z.infer<typeof merchantRefund>;
export const merchantSettlement = z.object({ ...settlementBatch.shape, ...merchantOfRow });
export type MerchantSettlement = z.infer<typeof merchantSettlement>;
export const merchantDisbursement = z.object({ ...disbursement.shape, ...merchantOfRow });
export type MerchantDisbursement = z.infer<typeof merchantDisbursement>;

export const listTransactionsOfMerchants = route({
  name: 'listTransactionsOfMerchants',
  method: 'GET',
  path: '/merchants/transactions',
  summary: 'List transactions of all merchants that you may see. Contact data of customers is masked',
  access: view,
  query: listTransactions.query.omit({ customer_email: true }).extend(merchantsFilter),
  output: page(merchantTransaction),
  files: true,
  errors: listTransactions.errors,
});

export const summariseTransactionsOfMerchants = route({
  name: 'summariseTransactionsOfMerchants',
  method: 'GET',
  path: '/merchants/transactions/summary',
  summary: 'Summarise transactions of all merchants that you may see by status',
  access: view,
  query: summariseTransactions.query.omit({ customer_email: true }).extend(merchantsFilter),
  output: summariseTransactions.output,
  errors: summariseTransactions.errors,
});

export const listRefundsOfMerchants = route({
  name: 'listRefundsOfMerchants',
  method: 'GET',
  path: '/merchants/refunds',
  summary: 'List refunds of all merchants that you may see',
  access: view,
  query: listRefunds.query.extend(merchantsFilter),
  output: page(merchantRefund),
  files: true,
  errors: listRefunds.errors,
});

export const summariseRefundsOfMerchants = route({
  name: 'summariseRefundsOfMerchants',
  method: 'GET',
  path: '/merchants/refunds/summary',
  summary: 'Summarise refunds of all merchants that you may see by status',
  access: view,
  query: summariseRefunds.query.extend(merchantsFilter),
  output: summariseRefunds.output,
});

export const listSettlementsOfMerchants = route({
  name: 'listSettlementsOfMerchants',
  method: 'GET',
  path: '/merchants/settlements',
  summary: 'List settlements of all merchants that you may see',
  access: view,
  query: listSettlements.query.extend(merchantsFilter),
  output: page(merchantSettlement),
  files: true,
  errors: listSettlements.errors,
});

export const summariseSettlementsOfMerchants = route({
  name: 'summariseSettlementsOfMerchants',
  method: 'GET',
  path: '/merchants/settlements/summary',
  summary: 'Summarise settlements of all merchants that you may see by status',
  access: view,
  query: summariseSettlements.query.extend(merchantsFilter),
  output: summariseSettlements.output,
});

export const listDisbursementsOfMerchants = route({
  name: 'listDisbursementsOfMerchants',
  method: 'GET',
  path: '/merchants/disbursements',
  summary: 'List disbursements of all merchants that you may see',
  access: view,
  query: listDisbursements.query.extend(merchantsFilter),
  output: page(merchantDisbursement),
  files: true,
  errors: listDisbursements.errors,
});

export const summariseDisbursementsOfMerchants = route({
  name: 'summariseDisbursementsOfMerchants',
  method: 'GET',
  path: '/merchants/disbursements/summary',
  summary: 'Summarise disbursements of all merchants that you may see by status',
  access: view,
  query: summariseDisbursements.query.extend(merchantsFilter),
  output: summariseDisbursements.output,
});

const named = {
  code: z.string().describe('Code'),
  name: z.string().describe('Name'),
};

/** Options of a filter at most. */
export const OPTIONS_MAX = 50;
const search = z.object({
  q: z.string().trim().max(100).optional().describe('Part of the name or code'),
  ids: z.string().max(4_000).optional().describe('Only these ids, comma-separated'),
});

export const listVisibleMerchants = route({
  name: 'listVisibleMerchants',
  method: 'GET',
  path: '/merchants/visible',
  summary: `List the merchants that you may see by name, at most ${OPTIONS_MAX}`,
  access: view,
  query: search,
  output: z.object({ data: z.array(z.object({ id: idSchema('merchant'), ...named })) }),
});

export const listVisibleGroups = route({
  name: 'listVisibleGroups',
  method: 'GET',
  path: '/merchants/visible/groups',
  summary: `List the account groups whose merchants you may see by name, at most ${OPTIONS_MAX}`,
  access: view,
  query: search,
  output: z.object({ data: z.array(z.object({ id: idSchema('account_group'), ...named })) }),
});

export const getMerchantsOverview = route({
  name: 'getMerchantsOverview',
  method: 'GET',
  path: '/merchants/overview',
  summary: 'Retrieve the metrics over the merchants that you may see, or over those of an account group',
  access: view,
  query: z.object({
    period: z.enum(OVERVIEW_PERIODS).default('today').describe('`today`, or the last 7 or 30 days with today (WIB)'),
    group_id: merchantsFilter.group_id,
  }),
  output: z.object({
    data: z.object({ ...overviewMetrics, member_count: z.int().describe('Merchants that you see') }),
  }),
});
