/** The merchants that the signed-in user belongs to, and the one that the session works in. */
import { z } from 'zod';
import { roleKey } from './access.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';

export const listOwnMerchants = route({
  name: 'listOwnMerchants',
  method: 'GET',
  path: '/sessions/current/merchants',
  summary: 'List the merchants and account groups that you belong to',
  access: 'signed-in',
  output: z.object({
    data: z.array(
      z.object({
        merchant_id: z.string().describe('Id of the merchant'),
        name: z.string().describe('Brand name'),
        role: roleKey,
        role_name: z.string().nullable().describe('Name of a custom role; null for preset roles'),
        is_current: z.boolean().describe('Whether the session works in this merchant'),
      }),
    ),
    groups: z
      .array(
        z.object({
          group_id: z.string().describe('Id of the account group'),
          name: z.string().describe('Name of the account group'),
          is_current: z.boolean().describe('Whether the session reads this group'),
        }),
      )
      .describe('Account groups that you read as a shared user'),
  }),
});

export const switchMerchant = route({
  name: 'switchMerchant',
  method: 'POST',
  path: '/sessions/current/merchant',
  summary: 'Switch the session to another of your merchants',
  access: 'signed-in',
  body: z.strictObject({ merchant_id: idSchema('merchant') }),
  output: z.object({ data: z.object({ merchant_id: z.string().describe('Id of the current merchant') }) }),
  errors: { not_a_member: 422 },
});

export const switchGroup = route({
  name: 'switchGroup',
  method: 'POST',
  path: '/sessions/current/group',
  summary: 'Switch the session to one of your account groups',
  access: 'signed-in',
  body: z.strictObject({ group_id: idSchema('account_group') }),
  output: z.object({ data: z.object({ group_id: z.string().describe('Id of the current account group') }) }),
  errors: { not_a_member: 422 },
});
