/** What background work asks of balance adjustments. */
export { expireAdjustment } from './adjust.ts';
