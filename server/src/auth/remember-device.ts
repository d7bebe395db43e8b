/** Remembered devices: a browser that proved a second factor needs none at sign-in for thirty days. */
import * as duration from '@dasbor/contract/duration';
import { DEVICE_REMEMBERED_DAYS } from '@dasbor/contract/second-factor';
import { newId } from '../db/new-id.ts';
import type { LoginTx } from '../db/tx.ts';
import { generateOpaqueToken, hashToken } from '../http/opaque-token.ts';
import { insertDevice } from './factor-queries.ts';
import type { Origin } from '../http/origin.ts';
import { recordSecurityEvent } from './security-event-queries.ts';

const USER_AGENT_LENGTH_MAX = 300;

/** Remembers a device and returns its token, of which only the hash is stored. */
export async function rememberDevice(tx: LoginTx, user_id: string, origin: Origin, now: Date): Promise<string> {
  const token = generateOpaqueToken();
  await insertDevice(tx, {
    id: newId('remembered_device', now),
    user_id,
    token_hash: hashToken(token),
    user_agent: origin.user_agent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
    ip: origin.ip,
    created_at: now,
    expires_at: new Date(now.getTime() + duration.days(DEVICE_REMEMBERED_DAYS)),
  });
  await recordSecurityEvent(tx, { user_id, kind: 'device_remembered', at: now, ...origin });
  return token;
}
