/** What the provider reads of one merchant: its payments, settlements, balances and users. */
import { z } from 'zod';
import { needs } from './access.ts';
import { listBalances } from './balance.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { listSettlements } from './settlement.ts';
import { listTransactions } from './transaction.ts';
import { listUsers } from './user.ts';

const target = z.object({ merchant_id: idSchema('merchant') });

export const listMerchantTransactions = route({
  name: 'listMerchantTransactions',
  method: 'GET',
  path: '/merchants/{merchant_id}/transactions',
  summary: 'List the transactions of a merchant. Contact data of customers is masked',
  access: needs('Merchants', 'view', { users_only: true }),
  params: target,
  query: listTransactions.query,
  output: listTransactions.output,
  csv: true,
  xlsx: true,
  errors: listTransactions.errors,
});

export const listMerchantSettlements = route({
  name: 'listMerchantSettlements',
  method: 'GET',
  path: '/merchants/{merchant_id}/settlements',
  summary: 'List the settlements of a merchant',
  access: needs('Merchants', 'view', { users_only: true }),
  params: target,
  query: listSettlements.query,
  output: listSettlements.output,
  csv: true,
  xlsx: true,
  errors: listSettlements.errors,
});

export const listMerchantBalances = route({
  name: 'listMerchantBalances',
  method: 'GET',
  path: '/merchants/{merchant_id}/balances',
  summary: 'List the balances of a merchant',
  access: needs('Merchants', 'view', { users_only: true }),
  params: target,
  output: listBalances.output,
});

export const listMerchantUsers = route({
  name: 'listMerchantUsers',
  method: 'GET',
  path: '/merchants/{merchant_id}/users',
  summary: 'List the users of a merchant',
  access: needs('Merchants', 'view', { users_only: true }),
  params: target,
  query: listUsers.query,
  output: listUsers.output,
  csv: true,
});

export const endMerchantUserSessions = route({
  name: 'endMerchantUserSessions',
  method: 'POST',
  path: '/merchants/{merchant_id}/users/{id}/sign-out',
  summary: 'End all sessions of a user at a merchant',
  access: needs('Merchant status', 'manage', { users_only: true }),
  step_up: true,
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('user') }),
  output: z.object({ data: z.object({ session_count: z.int().describe('Number of ended sessions') }) }),
});

export const resetMerchantUserSecondFactor = route({
  name: 'resetMerchantUserSecondFactor',
  method: 'POST',
  path: '/merchants/{merchant_id}/users/{id}/second-factor/reset',
  summary: 'Remove all second factors of a user who lost them, and end all their sessions',
  access: needs('Merchant status', 'manage', { users_only: true }),
  step_up: true,
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('user') }),
  status: 204,
  errors: { no_second_factor: 409 },
});
