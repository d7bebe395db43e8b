/**
 * Copies of the heads of all audit chains outside the database: to the log, and to signed files. Somebody with the rights
 * of the database can recompute a whole chain, but it then no longer contains the heads that were copied before.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { appendFile, mkdir, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Secrets } from '../secrets.ts';
import { listHeads } from './queries.ts';

export interface ExportedHead {
  at: string;
  merchant_id: string;
  seq: number;
  hash: string;
}

const FOLDER = 'audit-heads';
/** Files that are read for verification: one per day. */
const FILES_MAX = 35;
const getFolder = ({ env }: Pick<Deps, 'env'>): string => path.join(env.DATA_DIR, FOLDER);

function sign({ access_token_key }: Pick<Secrets, 'access_token_key'>, head: ExportedHead): string {
  const key = hkdfSync('sha256', Buffer.from(access_token_key, 'base64'), '', 'audit head', 32);
  const text = [head.at, head.merchant_id, head.seq, head.hash].join('|');
  return createHmac('sha256', Buffer.from(key)).update(text).digest('base64url');
}

/** The last head of each merchant that this process exported. */
const exported = new WeakMap<Deps['db'], Map<string, string>>();

const toState = ({ last_seq, last_hash }: { last_seq: number; last_hash: string }): string =>
  `${last_seq} ${last_hash}`;

/** Appends every head that changed since the last export. Returns their number. */
export async function exportHeads(deps: Deps, now: Date): Promise<number> {
  const known = exported.get(deps.db) ?? new Map<string, string>();
  exported.set(deps.db, known);
  const heads = (await asPlatform(deps.db, listHeads)).filter((head) => known.get(head.merchant_id) !== toState(head));
  if (heads.length === 0) return 0;
  const lines = heads.map(({ merchant_id, last_seq: seq, last_hash: hash }) => {
    const head: ExportedHead = { at: now.toISOString(), merchant_id, seq, hash };
    deps.log.info({ merchant_id, seq, hash }, 'audit head');
    return `${JSON.stringify({ ...head, signature: sign(deps.secrets, head) })}\n`;
  });
  const folder = getFolder(deps);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await appendFile(path.join(folder, `${now.toISOString().slice(0, 10)}.jsonl`), lines.join(''), { mode: 0o600 });
  for (const head of heads) known.set(head.merchant_id, toState(head));
  return heads.length;
}

/** The last head of each merchant in each recent file, and the number of lines that were altered. */
export async function readExportedHeads(deps: Pick<Deps, 'env' | 'secrets'>): Promise<{
  heads: ExportedHead[];
  altered: number;
}> {
  const folder = getFolder(deps);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'));
  const heads: ExportedHead[] = [];
  let altered = 0;
  for (const name of names.toSorted().slice(-FILES_MAX)) {
    const last = new Map<string, ExportedHead>();
    for (const line of (await readFile(path.join(folder, name), 'utf8')).split('\n')) {
      if (line === '') continue;
      const head = parseLine(deps.secrets, line);
      if (head === null) altered += 1;
      else last.set(head.merchant_id, head);
    }
    heads.push(...last.values());
  }
  return { heads, altered };
}

function parseLine(secrets: Secrets, line: string): ExportedHead | null {
  try {
    const { signature, ...head } = JSON.parse(line) as ExportedHead & { signature: string };
    const expected = Buffer.from(sign(secrets, head));
    const given = Buffer.from(String(signature));
    return expected.length === given.length && timingSafeEqual(expected, given) ? head : null;
  } catch {
    return null;
  }
}
