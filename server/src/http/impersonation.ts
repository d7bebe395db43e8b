/** Access of provider staff who view a merchant as its users see it. */
import type { Route } from '@dasbor/contract/route';
import type { Principal } from './principal.ts';
import { impersonationReadOnly } from './problem.ts';

/** Routes that people of the provider may call while they read a merchant, besides every GET. */
const ALLOWED_WHILE_READING: readonly string[] = ['endImpersonation', 'logout'];

/** Throws 403 `impersonation_read_only` for every change by people of the provider who read a merchant. */
export function assertNotReadOnly({ method, name }: Pick<Route, 'method' | 'name'>, principal: Principal | null): void {
  if (method === 'GET' || principal?.type !== 'user' || principal.impersonation_ends_at === undefined) return;
  if (!ALLOWED_WHILE_READING.includes(name)) throw impersonationReadOnly();
}
