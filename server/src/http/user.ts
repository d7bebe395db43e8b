/** The user of a request. */
import type { Principal } from './principal.ts';
import { forbidden } from './problem.ts';

export type User = Extract<Principal, { type: 'user' }>;

/** The user of a principal; throws 403 for API keys, which have no session. */
export function getUser(principal: Principal): User {
  if (principal.type !== 'user') throw forbidden();
  return principal;
}
