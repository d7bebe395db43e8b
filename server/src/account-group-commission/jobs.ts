/** What background work asks of commissions. */
export { expireRule } from './decide.ts';
