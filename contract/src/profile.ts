/** The signed-in user and their access. The client's persisted slices are filled from here (specification sections 3 and 6). */
import { z } from 'zod';
import { accessEntry, roleKey } from './access.ts';
import { validationMessage } from './language.ts';
import { PHONE_PATTERN, normalizePhone } from './phone-number.ts';
import { route } from './route.ts';
import { TIME_ZONES, instant } from './time.ts';
import { MEGABYTE, type Upload } from './upload.ts';

/** Languages of emails. */
export const LOCALES = ['en', 'id'] as const;

export const PERSON_NAME_MAX = 100;

/** A phone number such as `+628123456789`; spaces and dashes are removed, a leading 0 is Indonesia's. */
export const phone = z
  .string()
  .max(30)
  .meta({ examples: ['+6281234567890'] })
  .transform(normalizePhone)
  .pipe(
    z
      .string()
      .regex(
        PHONE_PATTERN,
        validationMessage(
          'Enter a phone number with its country code, such as +62 812 3456 7890.',
          'Masukkan nomor telepon dengan kode negara, misalnya +62 812 3456 7890.',
        ),
      ),
  );

export const photoUrl = z
  .string()
  .nullable()
  .describe('Path of the photo, which needs no session and ends with the photo; null without one');

const profile = z.object({
  data: z.object({
    id: z.string().describe('Id of the user'),
    name: z.string().describe('Full name'),
    email: z.string().describe('Email, which is also the sign-in name'),
    photo_url: photoUrl,
    role: roleKey.describe('Preset role or id of a custom role; `superadmin` sees all five settings tabs'),
    role_name: z.string().nullable().describe('Name of a custom role; null for preset roles'),
    merchant_id: z
      .string()
      .nullable()
      .describe("The user's merchant; null for provider staff and shared users of an account group"),
    merchant_name: z.string().nullable().describe('Brand name of that merchant'),
    group_id: z.string().nullable().describe('Account group that you read as a shared user; null: none'),
    group_name: z.string().nullable().describe('Name of that group'),
    locale: z.enum(LOCALES).describe('Language of emails to the user'),
    time_zone: z
      .enum(TIME_ZONES)
      .describe('Zone of times on screens and in the files that the user downloads: WIB, WITA or WIT'),
    impersonation_ends_at: instant
      .nullable()
      .describe('Until when you read this merchant as a staff member of the provider; null: you belong to it'),
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
  summary: 'Update your profile. A verified mobile number is replaced by verifying another one',
  access: 'signed-in',
  step_up: 'conditional',
  before_enrolment: true,
  body: z.strictObject({
    locale: z.enum(LOCALES).optional().describe('English or Indonesian'),
    time_zone: z
      .enum(TIME_ZONES)
      .optional()
      .describe('Asia/Jakarta (WIB), Asia/Makassar (WITA) or Asia/Jayapura (WIT)'),
    name: z.string().trim().min(1).max(PERSON_NAME_MAX).optional().describe('Full name'),
    phone: phone
      .nullable()
      .optional()
      .describe('Mobile number in international format; null removes it, a verified one after a step-up'),
  }),
  output: profile,
  errors: { phone_verification_required: 422 },
});

/** Sharp on a profile screen, small in a list. */
export const PHOTO_UPLOAD = {
  field: 'file',
  max_bytes: MEGABYTE,
  types: ['png', 'jpeg'],
  image_max_px: 256,
  image_max_bytes: 40_000,
  is_transient: true,
} as const satisfies Upload;

export const uploadProfilePhoto = route({
  name: 'uploadProfilePhoto',
  method: 'POST',
  path: '/profile/photo',
  summary: 'Upload your photo, which replaces the former one. Users who see you see it',
  access: 'signed-in',
  upload: PHOTO_UPLOAD,
  output: profile,
});

export const removeProfilePhoto = route({
  name: 'removeProfilePhoto',
  method: 'DELETE',
  path: '/profile/photo',
  summary: 'Remove your photo',
  access: 'signed-in',
  output: profile,
});

export const getProfileDetails = route({
  name: 'getProfileDetails',
  method: 'GET',
  path: '/profile/details',
  summary: 'Retrieve your phone number and your roles',
  access: 'signed-in',
  before_enrolment: true,
  output: z.object({
    data: z.object({
      phone: z.string().nullable().describe('Mobile number in international format'),
      is_phone_verified: z.boolean().describe('Whether a code proved the mobile number'),
      password_changed_at: instant.nullable().describe('Time of the last change of the password'),
      roles: z
        .array(
          z.object({
            merchant_id: z.string().nullable().describe('The merchant; null for provider staff'),
            merchant_name: z.string().nullable().describe('Brand name of the merchant'),
            role: roleKey.describe('Preset role or id of a custom role'),
            role_name: z.string().nullable().describe('Name of a custom role; null for presets'),
          }),
        )
        .describe('Your role at each of your merchants'),
    }),
  }),
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
