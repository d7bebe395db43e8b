/** Context of the generated history: the merchant, the moved clock, the bank and the acting people. */
import { SnapError } from '../rails/callback-auth.ts';
import * as duration from '@dasbor/contract/duration';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { type Role, getRoleAccess } from '@dasbor/contract/access';
import { createManualClock } from '../db/clock.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { type PastBankOptions, createPastBank } from './past-bank.ts';
import { KOPI_NUSANTARA, SANDBOX_USERS, getSandboxUserId } from './people.ts';

/** The merchant with the full history, and the moment at which that history ends. */
export interface HistoryContext {
  deps: Deps;
  merchant_id: string;
  end: Date;
}

export type PastDeps = Deps & { clock: ReturnType<typeof createManualClock> };

/** Dependencies as they were at `at`. */
export function createPastDeps(deps: Deps, at: Date, bank: Omit<PastBankOptions, 'clock'> = {}): PastDeps {
  const clock = createManualClock(at);
  // Warnings about the past are not warnings today.
  const log = deps.log.child({ is_past: true }, { level: 'error' });
  return { ...deps, clock, log, bank: createPastBank({ clock, ...bank }) };
}

/** The time `hour` (WIB) of the day that is `days_ago` before the end of the history. */
export const getPastTime = ({ end }: Pick<HistoryContext, 'end'>, days_ago: number, hour: number): Date =>
  new Date(startOfBusinessDay(toBusinessDay(end)).getTime() - duration.days(days_ago) + duration.hours(hour));

/** A user of the sandbox as the principal of a request. */
export function getPrincipal(role: Role): Extract<Principal, { type: 'user' }> {
  const index = SANDBOX_USERS.findIndex(
    (user) => user.role === role && (user.merchant_id === KOPI_NUSANTARA.merchant_id || user.merchant_id === null),
  );
  const user = SANDBOX_USERS[index];
  if (user === undefined) throw new Error(`The sandbox has no ${role}`);
  const { name, email, merchant_id } = user;
  return {
    type: 'user',
    id: getSandboxUserId(index),
    session_id: 'sandbox',
    name,
    email,
    role,
    is_masked: false,
    locale: 'en',
    time_zone: 'Asia/Jakarta',
    merchant_id,
    access: getRoleAccess(role),
    authenticated_at_ms: 0,
    is_second_factor_required: false,
    needs_second_factor: false,
  };
}

/** Ignores a notification that an interrupted run has sent already. */
export async function ignoreDuplicate(notification: Promise<unknown>): Promise<void> {
  await notification.catch((error: unknown) => {
    if (!(error instanceof SnapError && error.response === 'duplicate_external_id')) throw error;
  });
}

/** Ignores every rejection of a notification: some payments of the history are meant to be rejected. */
export async function ignoreRejection(notification: Promise<unknown>): Promise<void> {
  await notification.catch((error: unknown) => {
    if (!(error instanceof SnapError)) throw error;
  });
}

/** An event of the history. Idempotent, so that an interrupted run can be resumed. */
export interface PastEvent {
  at: Date;
  run: () => Promise<void>;
}
