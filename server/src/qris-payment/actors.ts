/** Who moves a payment when no person does. */
import type { Actor } from './queries.ts';

export const BANK_ACTOR: Actor = { actor_type: 'provider', actor_name: 'Bank' };
export const SYSTEM_ACTOR: Actor = { actor_type: 'system', actor_name: null };
