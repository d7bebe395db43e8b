/** SQL of the branding: the columns of the merchant, and the logos that it published. */
import type { MerchantTx } from '../db/tx.ts';

export const getBranding = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select(['brand_color', 'logo_url'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();

/** Branding of the merchant as customers see it, for a preview. */
export const findBrandedMerchant = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select(['brand_name', 'legal_name', 'city', 'brand_color', 'logo_url', 'logo_file_id'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();
export type BrandedMerchant = Awaited<ReturnType<typeof findBrandedMerchant>>;

export async function updateBranding(
  tx: MerchantTx,
  change: { brand_color?: string | null; logo_url?: string | null; logo_file_id?: string | null; updated_at: Date },
): Promise<void> {
  await tx.sql.updateTable('merchant').set(change).where('merchant_id', '=', tx.merchant_id).execute();
}

export interface PublishedLogo {
  sha256: string;
  file_id: string;
  content_type: 'image/png' | 'image/jpeg';
  size_bytes: number;
}

/** Publishes a logo and returns the id of its file; a logo that was published before keeps its first file. */
export async function publishLogo(tx: MerchantTx, logo: PublishedLogo, at: Date): Promise<string> {
  const { merchant_id } = tx;
  await tx.sql
    .insertInto('merchant_logo')
    .values({ merchant_id, ...logo, published_at: at })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'sha256']).doNothing())
    .execute();
  const { file_id } = await tx.sql
    .selectFrom('merchant_logo')
    .select('file_id')
    .where('merchant_id', '=', merchant_id)
    .where('sha256', '=', logo.sha256)
    .executeTakeFirstOrThrow();
  return file_id;
}

export const findPublishedLogo = (tx: MerchantTx, sha256: string) =>
  tx.sql
    .selectFrom('merchant_logo')
    .select(['file_id', 'content_type', 'size_bytes'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
