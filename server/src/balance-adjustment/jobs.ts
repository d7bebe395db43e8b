/** Expiry of undecided adjustments, called by the approval job. */
export { expireAdjustment } from './adjust.ts';
