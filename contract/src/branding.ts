/** Branding of a merchant: what its customers see on the pay page, on receipts and in emails. */
import { z } from 'zod';
import { needs } from './access.ts';
import { calculateContrast, toNearestBrandColor, isLegibleBrandColor } from './brand-color.ts';
import { localized, validationMessage } from './language.ts';
import { route } from './route.ts';
import { MEGABYTE, type Upload } from './upload.ts';

const branding = z.object({
  data: z.object({
    color: z.string().nullable().describe('Colour as `#rrggbb`; null: the colour of the product'),
    logo_url: z.string().nullable().describe('Public path of the logo; null without a logo'),
  }),
});
export type Branding = z.infer<typeof branding>['data'];

/** A colour on which white text is legible, and which is legible as text on the light surfaces of the pages. */
export const brandColor = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, validationMessage('Enter a colour such as #2f55c4.', 'Masukkan warna seperti #2f55c4.'))
  .superRefine((color, ctx) => {
    if (!/^#[0-9a-f]{6}$/.test(color) || isLegibleBrandColor(color)) return;
    const text = formatContrastError(color);
    ctx.addIssue({ code: 'custom', message: text.en, params: { localized: text } });
  });

/** Why a colour is refused, with the nearest one that is allowed. */
export function formatContrastError(color: string) {
  const nearest = toNearestBrandColor(color);
  const contrast = Math.floor(calculateContrast(color, '#ffffff') * 10) / 10;
  return localized(
    `White text on this colour is hard to read (contrast ${contrast}). The nearest allowed colour is ${nearest}.`,
    `Teks putih di atas warna ini sulit dibaca (kontras ${contrast}). Warna terdekat yang diizinkan adalah ${nearest}.`,
  );
}

/** Small enough for the weight of the pay page, sharp enough for a printed receipt. */
export const LOGO_UPLOAD = {
  field: 'file',
  max_bytes: MEGABYTE,
  types: ['png', 'jpeg'],
  image_max_px: 320,
  image_max_bytes: 20_000,
} as const satisfies Upload;

export const getBranding = route({
  name: 'getBranding',
  method: 'GET',
  path: '/branding',
  summary: 'Retrieve the branding of your merchant',
  access: needs('Business profile', 'view'),
  output: branding,
});

export const getBrandingPreview = route({
  name: 'getBrandingPreview',
  method: 'GET',
  path: '/branding/preview',
  summary: 'Render the pay page, a receipt and an email to a customer with sample data, in a colour before it is saved',
  access: needs('Business profile', 'view', { users_only: true }),
  query: z.object({
    color: brandColor.optional().describe('Colour as `#rrggbb`; the colour of the product when absent'),
  }),
  output: z.object({
    data: z.object({
      pay_page: z.string().nullable().describe('Document of the pay page; null while it is not built'),
      receipt: z.string().describe('PDF of the receipt in base64'),
      email: z.string().describe('HTML of the email'),
    }),
  }),
});

export const saveBranding = route({
  name: 'saveBranding',
  method: 'PUT',
  path: '/branding',
  summary: 'Update the colour of your merchant',
  access: needs('Business profile', 'manage'),
  body: z.strictObject({
    color: brandColor
      .nullable()
      .describe('Colour as `#rrggbb`; null: the colour of the product')
      .meta({ examples: ['#2f55c4'] }),
  }),
  output: branding,
});

export const uploadLogo = route({
  name: 'uploadLogo',
  method: 'POST',
  path: '/branding/logo',
  summary: 'Upload the logo of your merchant',
  access: needs('Business profile', 'manage'),
  upload: LOGO_UPLOAD,
  output: branding,
});

export const removeLogo = route({
  name: 'removeLogo',
  method: 'DELETE',
  path: '/branding/logo',
  summary: 'Remove the logo of your merchant',
  access: needs('Business profile', 'manage'),
  status: 200,
  output: branding,
});
