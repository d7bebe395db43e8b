/** Partner references: the numbers under which the bank stores our codes. Pure. */

const STICKER_SUFFIX = 's';

/** Starts with the id of the merchant, so that a callback identifies its tenant. */
export const buildPartnerReference = (merchant_id: string, id: string): string =>
  merchant_id.slice('mer_'.length) + id.slice('qr_'.length);

/** Ends in `s`, so that a callback identifies a static code before anything is read. */
export const buildStickerReference = (merchant_id: string, id: string): string =>
  `${buildPartnerReference(merchant_id, id)}${STICKER_SUFFIX}`;

/** The merchant and the type of code of a partner reference; null when it is not one of ours. */
export function parsePartnerReference(
  partner_reference_no: string,
): { merchant_id: string; is_sticker: boolean } | null {
  const match = /^([0-9a-z]{26})[0-9a-z]{26}(s?)$/.exec(partner_reference_no);
  return match ? { merchant_id: `mer_${match[1]}`, is_sticker: match[2] === STICKER_SUFFIX } : null;
}
