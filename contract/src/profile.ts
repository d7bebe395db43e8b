/** The signed-in user and their access. The client's persisted slices are filled from here (specification sections 3 and 6). */
import { z } from 'zod';
import { accessEntry, roleKey } from './access.ts';
import { route } from './route.ts';

/** Languages of emails. */
export const LOCALES = ['en', 'id'] as const;

const profile = z.object({
  data: z.object({
    id: z.string().describe('Id of the user'),
    name: z.string().describe('Full name'),
    email: z.string().describe('Email, which is also the sign-in name'),
    role: roleKey.describe('Preset role or id of a custom role; `superadmin` sees all five settings tabs'),
    role_name: z.string().nullable().describe('Name of a custom role; null for preset roles'),
    merchant_id: z.string().nullable().describe("The user's merchant; null for provider staff"),
    merchant_name: z.string().nullable().describe('Brand name of that merchant'),
    locale: z.enum(LOCALES).describe('Language of emails to the user'),
    needs_second_factor: z.boolean().describe('Whether you must enrol a second factor before you can do anything else'),
    is_sandbox: z.boolean().describe('Whether this installation is a sandbox: no real money moves'),
  }),
});

export const getProfile = route({
  name: 'getProfile',
  method: 'GET',
  path: '/profile',
  summary: 'Retrieve your profile',
  access: 'signed-in',
  before_enrolment: true,
  output: profile,
});

export const saveProfile = route({
  name: 'saveProfile',
  method: 'PUT',
  path: '/profile',
  summary: 'Update your profile',
  access: 'signed-in',
  before_enrolment: true,
  body: z.strictObject({ locale: z.enum(LOCALES).describe('English or Indonesian') }),
  output: profile,
});

export const getMerchantRoleAccess = route({
  name: 'getMerchantRoleAccess',
  method: 'GET',
  path: '/merchant-role-access',
  summary: 'Retrieve your access by group',
  access: 'signed-in',
  before_enrolment: true,
  output: z.object({
    data: z
      .object({
        access: z
          .union([z.array(accessEntry), z.literal('disabled')])
          .describe("One entry per group, or the string 'disabled': no access at all"),
      })
      .nullable()
      .describe('null for provider staff, who have no merchant'),
  }),
});

export const getPictureBusinessProfile = route({
  name: 'getPictureBusinessProfile',
  method: 'GET',
  path: '/business-profile/picture',
  summary: 'Retrieve the logo of your merchant',
  access: 'signed-in',
  before_enrolment: true,
  output: z.object({
    data: z.object({ logo_url: z.string().nullable().describe('Path of the logo; null when none was uploaded') }),
  }),
});

export const listFeatureFlags = route({
  name: 'listFeatureFlags',
  method: 'GET',
  path: '/feature-flags',
  summary: 'List feature flags',
  access: 'signed-in',
  before_enrolment: true,
  output: z.object({
    data: z.object({
      manage_notifications: z
        .enum(['enabled', 'disabled'])
        .describe('Whether the manage-notifications screen is enabled'),
    }),
  }),
});
