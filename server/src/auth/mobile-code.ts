/**
 * Codes in text messages that prove a mobile number. A code is derived from the id of its row by a key of the server, so
 * that none is stored; tries and limits are counted in the database, for all processes together.
 */
import { timingSafeEqual } from 'node:crypto';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import {
  MOBILE_CODES_PER_HOUR,
  MOBILE_CODE_MINUTES,
  MOBILE_CODE_TRIES,
  type getMobileVerification,
} from '@dasbor/contract/mobile-verification';
import type { Output } from '@dasbor/contract/route';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { Problem } from '../http/problem.ts';
import { SmsError } from '../sms/gateway.ts';
import {
  countCodes,
  findLatestCode,
  findPendingSms,
  getPhone,
  incrementTries,
  insertCode,
  insertSms,
  listCodeTimes,
  lockPerson,
  storeVerifiedPhone,
  updateSms,
} from './mobile-code-queries.ts';
import { WINDOW_MS, buildCodeText, calculateCodeWait, calculatePersonWait, isCodeOpen } from './mobile-code-rules.ts';
import { deriveMobileCode } from './tokens.ts';

export const SEND_SMS_JOB = 'send_sms';

const phoneMissing = () =>
  new Problem(422, 'phone_missing', localized('Enter your mobile number first.', 'Masukkan nomor ponsel Anda dahulu.'));
const smsUnavailable = () =>
  new Problem(
    503,
    'sms_unavailable',
    localized(
      'Text messages cannot be sent now. Contact support.',
      'SMS tidak dapat dikirim saat ini. Hubungi tim dukungan.',
    ),
  );
const tooManyCodes = (wait_ms: number) => {
  const minutes = Math.ceil(wait_ms / duration.minutes(1));
  const detail = localized(
    `Too many codes were requested. Try again in ${minutes} min.`,
    `Terlalu banyak kode diminta. Coba lagi dalam ${minutes} menit.`,
  );
  return new Problem(429, 'too_many_codes', detail, { retry_after_s: Math.ceil(wait_ms / 1000) });
};
const codeExpired = () =>
  new Problem(
    422,
    'code_expired',
    localized('This code no longer works. Request a new one.', 'Kode ini tidak berlaku lagi. Minta kode baru.'),
  );
const wrongCode = (tries_left: number) => {
  const detail = localized(
    `Incorrect code. ${tries_left} ${tries_left === 1 ? 'try' : 'tries'} left.`,
    `Kode salah. Tersisa ${tries_left} percobaan.`,
  );
  return new Problem(422, 'wrong_code', detail, { errors: [{ field: 'code', detail }] });
};

type State = Output<typeof getMobileVerification>['data'];

/** The state of a person's number and of its newest code. */
export function readMobileState(deps: Pick<Deps, 'db'>, user_id: string, now: Date): Promise<State> {
  return asLogin(deps.db, async (tx) => {
    const person = await getPhone(tx, user_id);
    const code = await findLatestCode(tx, user_id);
    const times = await listCodeTimes(tx, user_id, new Date(now.getTime() - WINDOW_MS));
    const wait_ms = calculatePersonWait(times, now);
    return {
      phone: person.phone,
      verified_at: person.phone_verified_at,
      code:
        code === undefined || !isCodeOpen(code, now)
          ? null
          : { phone: code.phone, expires_at: code.expires_at, tries_left: MOBILE_CODE_TRIES - code.tries },
      next_code_at: wait_ms === 0 ? null : new Date(now.getTime() + wait_ms).toISOString(),
      codes_left: Math.max(0, MOBILE_CODES_PER_HOUR - times.length),
    };
  });
}

/** Creates a code and enqueues its message. Throws `phone_missing` (422), `too_many_codes` (429), `sms_unavailable` (503). */
export async function sendCode(
  deps: Pick<Deps, 'db' | 'sms'>,
  { user_id, phone: new_phone, ip }: { user_id: string; phone: string | undefined; ip: string | null },
  now: Date,
): Promise<void> {
  if (!deps.sms.is_configured) throw smsUnavailable();
  const address = ip === null ? null : toAddressKey(ip);
  await asLogin(deps.db, async (tx) => {
    const person = await lockPerson(tx, user_id);
    const phone = new_phone ?? person.phone;
    if (phone === null) throw phoneMissing();
    const counts = await countCodes(tx, { user_id, phone, ip: address }, new Date(now.getTime() - WINDOW_MS));
    const wait_ms = calculateCodeWait(counts, now);
    if (wait_ms > 0) throw tooManyCodes(wait_ms);
    const times = { created_at: now, expires_at: new Date(now.getTime() + duration.minutes(MOBILE_CODE_MINUTES)) };
    const code_id = newId('phone_code', now);
    await insertCode(tx, { id: code_id, user_id, phone, ip: address, ...times });
    const id = newId('sms', now);
    await insertSms(tx, { id, phone, object_id: code_id, language: person.locale, ...times });
    await enqueue(tx, SEND_SMS_JOB, { id });
  });
}

/** Verifies the number of the newest code. Throws `wrong_code` or `code_expired` (422). Returns whether the number changed. */
export async function confirmCode(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { user_id, code: given }: { user_id: string; code: string },
  now: Date,
): Promise<{ phone: string; previous: string | null }> {
  const result = await asLogin(deps.db, async (tx) => {
    // The lock serialises tries, so that concurrent guesses cannot exceed their limit.
    const person = await lockPerson(tx, user_id);
    const code = await findLatestCode(tx, user_id);
    if (code === undefined || !isCodeOpen(code, now)) return { outcome: 'expired' } as const;
    const expected = deriveMobileCode(deps.secrets, code.id);
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(given))) {
      await incrementTries(tx, code.id);
      return { outcome: 'wrong', tries_left: MOBILE_CODE_TRIES - code.tries - 1 } as const;
    }
    await storeVerifiedPhone(tx, code, now);
    return { outcome: 'verified', phone: code.phone, previous: person.phone } as const;
  });
  if (result.outcome === 'expired') throw codeExpired();
  if (result.outcome === 'wrong') throw result.tries_left === 0 ? codeExpired() : wrongCode(result.tries_left);
  return { phone: result.phone, previous: result.previous };
}

/**
 * Sends a message of the outbox. At least once, under one message id, by which the gateway drops duplicates; a code that
 * expired meanwhile is not sent.
 */
export async function sendSms(deps: Pick<Deps, 'db' | 'clock' | 'sms' | 'secrets' | 'log'>, id: string): Promise<void> {
  const sms = await asLogin(deps.db, (tx) => findPendingSms(tx, id));
  if (sms === undefined) return;
  const attempts = sms.attempts + 1;
  const close = (status: 'sent' | 'failed', error: string | null) =>
    asLogin(deps.db, (tx) => updateSms(tx, id, { status, attempts, error, closed_at: deps.clock.now() }));
  if (Date.parse(sms.expires_at) <= deps.clock.now().getTime()) return void (await close('failed', 'expired'));
  const text = buildCodeText(deriveMobileCode(deps.secrets, sms.object_id), sms.language);
  try {
    await deps.sms.send({ to: sms.phone, text, message_id: id });
  } catch (error) {
    const code = error instanceof SmsError ? error.code : 'temporary';
    // Neither the number nor the text is logged.
    deps.log.warn({ sms_id: id, code, attempts }, 'a text message was not sent');
    if (code !== 'temporary') return void (await close('failed', code));
    await asLogin(deps.db, (tx) => updateSms(tx, id, { attempts, error: code }));
    throw error;
  }
  await close('sent', null);
}
