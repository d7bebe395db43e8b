/** Audit log entries of security events. */
import type { SecurityEventDetails } from '../db/column-types.ts';

/** Marks details of the state before a change. */
const FORMER = 'former_';

/** The states before and after, with the person whom the event concerns: `former_…` are those before. */
export function splitStates(email: string, details: SecurityEventDetails): { before?: object; after: object } {
  const entries = Object.entries(details);
  const former = entries.filter(([name]) => name.startsWith(FORMER));
  const after = { user: email, ...Object.fromEntries(entries.filter((entry) => !former.includes(entry))) };
  if (former.length === 0) return { after };
  return { before: Object.fromEntries(former.map(([name, value]) => [name.slice(FORMER.length), value])), after };
}
