/**
 * Bot check of public forms: a proof of work (ALTCHA) of about half a second in a browser. Challenges are signed, not
 * stored; a solution is accepted once, by all processes together, and within ten minutes.
 */
import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { insertBotCheck } from './password-queries.ts';

type CheckDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

const ALGORITHM = 'PBKDF2/SHA-256';
/** Iterations of one derivation, and the derivations that a browser tries until it finds the key. */
const COST = 2_000;
const TRIES_MIN = 150;
const TRIES_MAX = 350;
const LIFE_MS = duration.minutes(10);

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(ALGORITHM),
      cost: z.number(),
      data: z.object({ expires_at: z.number() }),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

export type BotCheckChallenge = z.infer<typeof payloadSchema>['challenge'];

/** A new challenge. `tries`: how much work it is. */
export async function createBotCheckChallenge(
  { clock, secrets }: Pick<CheckDeps, 'clock' | 'secrets'>,
  tries: number = randomInt(TRIES_MIN, TRIES_MAX),
): Promise<BotCheckChallenge> {
  const challenge = await createChallenge({
    algorithm: ALGORITHM,
    cost: COST,
    counter: tries,
    deriveKey,
    data: { expires_at: clock.now().getTime() + LIFE_MS },
    hmacSignatureSecret: `${secrets.bot_check_key}:challenge`,
    hmacKeySignatureSecret: `${secrets.bot_check_key}:solution`,
  });
  return payloadSchema.shape.challenge.parse(challenge);
}

const botCheckFailed = () =>
  new Problem(
    400,
    'bot_check_failed',
    localized(
      'The bot check failed or has expired. Reload the page and try again.',
      'Pemeriksaan bot gagal atau kedaluwarsa. Muat ulang halaman dan coba lagi.',
    ),
  );

/** Throws `bot_check_failed` (400) unless the solution is right, in time and unused. */
export async function assertBotCheck(deps: CheckDeps, given: string): Promise<void> {
  const payload = parsePayload(given);
  if (payload === null) throw botCheckFailed();
  const { challenge, solution } = payload;
  const { expires_at } = challenge.parameters.data;
  if (expires_at <= deps.clock.now().getTime()) throw botCheckFailed();
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: `${deps.secrets.bot_check_key}:challenge`,
    hmacKeySignatureSecret: `${deps.secrets.bot_check_key}:solution`,
  });
  if (!verified) throw botCheckFailed();
  const is_new = await asLogin(deps.db, (tx) => insertBotCheck(tx, challenge.signature, new Date(expires_at)));
  if (!is_new) throw botCheckFailed();
}

function parsePayload(given: string): z.infer<typeof payloadSchema> | null {
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(given, 'base64').toString()));
  } catch {
    return null;
  }
}
