/** One-time codes of the sandbox's approver, as an authenticator app computes them (RFC 6238). */
import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

export const APPROVER = 'approver@kopi.example';
export const APPROVER_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const PERIOD_MS = 30_000;
/** Time to enter a code and send it, on a busy machine. */
const ENTRY_MS = 15_000;
const last_periods = new Map<string, number>();

/**
 * The next code of a key, base32. The server takes the codes of the periods before and after the present one, each once and
 * in order, so only the fourth code within a minute has to wait.
 */
export async function nextCode(secret: string): Promise<string> {
  const earliest = Math.floor((Date.now() + ENTRY_MS) / PERIOD_MS) - 1;
  const period = Math.max((last_periods.get(secret) ?? 0) + 1, earliest);
  last_periods.set(secret, period);
  const accepted_at_ms = (period - 1) * PERIOD_MS;
  await setTimeout(Math.max(0, accepted_at_ms - Date.now()));
  return generateCode(secret, period);
}

/** The code of a key in a period. */
function generateCode(secret: string, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

function decodeBase32(text: string): Buffer {
  const bits = [...text]
    .map((character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
