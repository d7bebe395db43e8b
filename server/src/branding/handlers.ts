/** Branding of the merchant (domain 1.15: logo). */
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type * as contract from '@dasbor/contract/branding';
import type { Language } from '@dasbor/contract/language';
import type { Route } from '@dasbor/contract/route';
import { recordAudit } from '../audit/record.ts';
import type { AuditAction } from '@dasbor/contract/audit-actions';
import type { MerchantTx } from '../db/tx.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { retainFile } from '../storage/queries.ts';
import { findStoredFile, readStoredFile } from '../storage/stored-file.ts';
import { type BrandedMerchant, findBrandedMerchant, getBranding, publishLogo, updateBranding } from './queries.ts';
import { buildLogoUrl } from './rules.ts';

/** The brand of a preview. `logo`: the file behind `logo_url`. */
export type PreviewBrand = Omit<BrandedMerchant, 'logo_file_id'> & { logo: Buffer | null };

/** Renders what customers get, with sample data. The features that send it render it. */
export interface PreviewPorts {
  /** null while the page is not built. */
  renderPayPage: (brand: PreviewBrand, sample: PreviewSample) => string | null;
  renderReceipt: (brand: PreviewBrand, sample: PreviewSample) => Readable;
  renderEmail: (brand: PreviewBrand, sample: PreviewSample) => string;
}
export interface PreviewSample {
  public_url: string;
  language: Language;
  now: Date;
}

export const buildBrandingHandlers = (ports: PreviewPorts): Handlers<typeof contract> => ({
  getBranding: async (ctx) => ({ data: await ctx.tx(readBranding) }),

  getBrandingPreview: async (ctx) => {
    const { deps, merchant_id, language, now, query } = ctx;
    const merchant = await ctx.tx(findBrandedMerchant);
    const { logo_file_id, ...names } = merchant;
    const file = logo_file_id === null ? null : await findStoredFile(deps, merchant_id, logo_file_id);
    const logo = file && (await buffer(readStoredFile(deps.db, merchant_id, file)));
    const brand = { ...names, logo, brand_color: query.color ?? null };
    const sample = { public_url: deps.env.PUBLIC_URL.replace(/\/$/, ''), language, now };
    const receipt = await buffer(ports.renderReceipt(brand, sample));
    return {
      data: {
        pay_page: ports.renderPayPage(brand, sample),
        receipt: receipt.toString('base64'),
        email: ports.renderEmail(brand, sample),
      },
    };
  },

  saveBranding: async (ctx) =>
    changeBranding(ctx, 'branding.color_changed', async () => ({ brand_color: ctx.body.color })),

  uploadLogo: async (ctx) =>
    changeBranding(ctx, 'branding.logo_changed', async (tx) => {
      const { id: file_id, sha256, size_bytes } = ctx.file;
      const content_type = ctx.file.type === 'png' ? 'image/png' : 'image/jpeg';
      const logo_file_id = await publishLogo(tx, { sha256, file_id, content_type, size_bytes }, ctx.now);
      if (logo_file_id === file_id) await retainFile(tx, file_id);
      return { logo_file_id, logo_url: buildLogoUrl(tx.merchant_id, sha256, content_type) };
    }),

  removeLogo: async (ctx) =>
    changeBranding(ctx, 'branding.logo_removed', async () => ({ logo_file_id: null, logo_url: null })),
});

async function readBranding(tx: MerchantTx) {
  const { brand_color, logo_url } = await getBranding(tx);
  return { color: brand_color, logo_url };
}

type Change = Omit<Parameters<typeof updateBranding>[1], 'updated_at'>;

async function changeBranding<R extends Route>(
  ctx: RequestContext<R>,
  action: AuditAction,
  prepare: (tx: MerchantTx) => Promise<Change>,
) {
  return ctx.tx(async (tx) => {
    const before = await readBranding(tx);
    await updateBranding(tx, { ...(await prepare(tx)), updated_at: ctx.now });
    const after = await readBranding(tx);
    await recordAudit(ctx, tx, { action, object_type: 'merchant', object_id: tx.merchant_id, before, after });
    return { data: after };
  });
}
