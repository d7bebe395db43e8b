/**
 * Devices that users sign in from, and the notification about a new one (action 1001). A device is a browser on a network,
 * stored as a hash for privacy. The browser version is ignored because browsers update themselves; the network is used
 * instead of the address because providers reassign addresses.
 */
import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { findUnnotifiedDevice, storeDeviceNotified } from './queries.ts';
import type { Origin } from './sign-in.ts';

export function hashDevice(user_id: string, { ip, user_agent }: Origin): string {
  const browser = (user_agent ?? '').replaceAll(/[\d._]+/g, '');
  return createHash('sha256')
    .update([user_id, browser, toNetwork(ip ?? '')].join('\n'))
    .digest('hex');
}

/** The first three parts of an IPv4 address, the first three groups of an IPv6 one. */
export function toNetwork(ip: string): string {
  const plain = ip.replace(/^::ffff:/i, '');
  if (isIPv4(plain)) return plain.split('.').slice(0, 3).join('.');
  const [left = '', right] = plain.toLowerCase().split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const gap = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array.from({ length: gap }, () => '0'), ...tail].slice(0, 3).join(':');
}

/** Notifies the user about a sign-in from a new device, once. Provider staff, who have no merchant, are not notified. */
export async function notifyNewDevice({ db, clock }: Pick<Deps, 'db' | 'clock'>, session_id: string): Promise<void> {
  const session = await asLogin(db, (tx) => findUnnotifiedDevice(tx, session_id));
  if (session === undefined) return;
  const { merchant_id, user_id, user_agent, ip, created_at } = session;
  // Two transactions, because tenants have no access to the login data. The notification comes first and is idempotent by
  // event id, so a crash in between or a concurrent run does not notify twice.
  if (merchant_id !== null) {
    await asMerchant(db, merchant_id, (tx) =>
      enqueueNotification(tx, {
        event_id: `device.${session_id}`,
        action: 1001,
        object_type: 'session',
        object_id: session_id,
        facts: { signed_in_at: created_at, browser: formatBrowser(user_agent), ip },
        at: new Date(created_at),
        user_id,
      }),
    );
  }
  await asLogin(db, (tx) => storeDeviceNotified(tx, session_id, clock.now()));
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** `Chrome, Windows`; the first word of an unknown user agent; null when there is none. */
export function formatBrowser(user_agent: string | null): string | null {
  if (user_agent === null || user_agent === '') return null;
  const findName = (known: readonly (readonly [string, string])[]) =>
    known.find(([token]) => user_agent.includes(token))?.[1];
  const names = [findName(BROWSERS), findName(SYSTEMS)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(', ') : (user_agent.split(/[\s/]/)[0]?.slice(0, 60) ?? null);
}
