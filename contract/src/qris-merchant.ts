/** QRIS data of a merchant: its national id and its size class. */

/** National merchant id: `ID` and 13 digits. */
export const NMID_PATTERN = /^ID\d{13}$/;

/** Merchant size classes of tag 03 in tags 26 and 51: micro, small, medium, large, and URE (regular), which is in use too. */
export const QRIS_CRITERIA = ['UMI', 'UKE', 'UME', 'UBE', 'URE'] as const;
export type QrisCriteria = (typeof QRIS_CRITERIA)[number];
