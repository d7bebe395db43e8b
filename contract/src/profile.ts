/** Who is signed in and what they may see: the client's slices are filled from here (specification sections 3 and 6). */
import { z } from 'zod';
import { ROLES, accessEntry } from './access.ts';
import { route } from './route.ts';

/** Languages in which people can be written to. */
export const LOCALES = ['en', 'id'] as const;

const profile = z.object({
  data: z.object({
    id: z.string().describe('Id of the user'),
    name: z.string().describe('Full name'),
    email: z.string().describe('E-mail address, also the sign-in name'),
    role: z.enum(ROLES).describe('Preset role; `superadmin` sees all five settings tabs'),
    merchant_id: z.string().nullable().describe("The user's merchant; null for the provider's own staff"),
    merchant_name: z.string().nullable().describe('Brand name of that merchant'),
    locale: z.enum(LOCALES).describe('Language of the e-mails that the user is sent'),
  }),
});

export const getProfile = route({
  name: 'getProfile',
  method: 'GET',
  path: '/profile',
  summary: 'The signed-in user',
  access: 'signed-in',
  output: profile,
});

export const saveProfile = route({
  name: 'saveProfile',
  method: 'PUT',
  path: '/profile',
  summary: 'Choose the language of the e-mails that one is sent',
  access: 'signed-in',
  body: z.strictObject({ locale: z.enum(LOCALES).describe('English or Indonesian') }),
  output: profile,
});

export const getMerchantRoleAccess = route({
  name: 'getMerchantRoleAccess',
  method: 'GET',
  path: '/merchant-role-access',
  summary: 'What the signed-in user may see and do, by group',
  access: 'signed-in',
  output: z.object({
    data: z
      .object({
        access: z
          .union([z.array(accessEntry), z.literal('disabled')])
          .describe("One entry per group, or the string 'disabled': no access at all"),
      })
      .nullable()
      .describe("null for the provider's own staff, who belong to no merchant"),
  }),
});

export const getPictureBusinessProfile = route({
  name: 'getPictureBusinessProfile',
  method: 'GET',
  path: '/business-profile/picture',
  summary: "Where the merchant's logo is found",
  access: 'signed-in',
  output: z.object({
    data: z.object({ logo_url: z.string().nullable().describe('Path of the logo; null while none was uploaded') }),
  }),
});

export const listFeatureFlags = route({
  name: 'listFeatureFlags',
  method: 'GET',
  path: '/feature-flags',
  summary: 'Switches set by the environment and per merchant',
  access: 'signed-in',
  output: z.object({
    data: z.object({
      manage_notifications: z.enum(['enabled', 'disabled']).describe('The manage-notifications screen'),
    }),
  }),
});
