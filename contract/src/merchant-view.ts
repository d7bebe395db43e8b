/** The provider's view of one merchant: its payments, settlements, balances, users and integration. */
import { z } from 'zod';
import { needs } from './access.ts';
import { apiKey } from './api-settings.ts';
import { listBalances } from './balance.ts';
import { idSchema } from './id.ts';
import { invitation } from './invitation.ts';
import { route } from './route.ts';
import { listSettlements } from './settlement.ts';
import { snapCredential } from './snap-credential.ts';
import { listTransactions } from './transaction.ts';
import { listUsers } from './user.ts';
import { webhookEndpoint } from './webhook-fields.ts';

const target = z.object({ merchant_id: idSchema('merchant') });

export const listMerchantTransactions = route({
  name: 'listMerchantTransactions',
  method: 'GET',
  path: '/merchants/{merchant_id}/transactions',
  summary: 'List the transactions of a merchant. Contact data of customers is masked',
  access: needs('Merchants', 'view', { users_only: true }),
  params: target,
  query: listTransactions.query.omit({ customer_email: true }),
  output: listTransactions.output,
  files: true,
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
  files: true,
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
  files: true,
});

const ownerInvitation = invitation.pick({
  id: true,
  email: true,
  status: true,
  invited_by: true,
  created_at: true,
  expires_at: true,
  sent_at: true,
  error: true,
});
export type OwnerInvitation = z.infer<typeof ownerInvitation>;

export const getOwnerInvitation = route({
  name: 'getOwnerInvitation',
  method: 'GET',
  path: '/merchants/{merchant_id}/owner-invitation',
  summary: 'Retrieve the newest invitation of an owner by the provider',
  access: needs('Merchants', 'view', { users_only: true }),
  params: target,
  output: z.object({
    data: ownerInvitation.nullable().describe('The invitation; null: the provider invited nobody'),
    can_invite: z.boolean().describe('Whether an owner can be invited now: no superadmin is active'),
  }),
});

export const inviteMerchantOwner = route({
  name: 'inviteMerchantOwner',
  method: 'POST',
  path: '/merchants/{merchant_id}/owner-invitation',
  summary:
    'Invite the owner of a merchant without an active superadmin, to the same or another email. Revokes the open invitations by the provider',
  access: needs('Merchants', 'manage', { users_only: true }),
  step_up: true,
  idempotency_key: 'optional',
  params: target,
  body: z.strictObject({
    email: z.email().trim().toLowerCase().max(254).describe('Email of the owner, who gets the invitation'),
    language: z.enum(['en', 'id']).default('id').describe('Language of the invitation'),
  }),
  output: getOwnerInvitation.output,
  errors: { already_member: 409, owner_active: 409, status_conflict: 409 },
});

/** Neither secrets nor what a key may do: enough to see whether an integration works. */
const merchantIntegration = z.object({
  api_keys: z
    .array(
      apiKey.pick({
        id: true,
        name: true,
        status: true,
        prefix: true,
        last4: true,
        created_at: true,
        expires_at: true,
        last_used_at: true,
      }),
    )
    .describe('API keys, newest first'),
  webhooks: z
    .array(
      webhookEndpoint
        .pick({
          id: true,
          status: true,
          success_rate_24h: true,
          waiting_count: true,
          last_delivery_at: true,
          failing_since: true,
          created_at: true,
        })
        .extend({ url: z.string().describe('URL of the endpoint without its query, which may hold a secret') }),
    )
    .describe('Webhook endpoints, newest first'),
  snap_credentials: z
    .array(
      snapCredential.pick({
        id: true,
        name: true,
        status: true,
        client_key: true,
        channel_id: true,
        created_at: true,
        last_used_at: true,
      }),
    )
    .describe('SNAP credentials, newest first'),
});
export type MerchantIntegration = z.infer<typeof merchantIntegration>;

export const getMerchantIntegration = route({
  name: 'getMerchantIntegration',
  method: 'GET',
  path: '/merchants/{merchant_id}/integration',
  summary: 'Retrieve the API keys, webhook endpoints and SNAP credentials of a merchant, without secrets',
  access: needs('Merchants', 'view', { users_only: true }),
  params: target,
  output: z.object({ data: merchantIntegration }),
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
