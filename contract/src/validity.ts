/** States of what is in force from one day, or time, to another: fee rules, terms, memberships and outages. */
export const VALIDITY_STATES = ['current', 'upcoming', 'ended'] as const;
export type ValidityState = (typeof VALIDITY_STATES)[number];
