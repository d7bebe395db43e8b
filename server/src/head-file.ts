/**
 * Signed copies of heads outside the database: to the log, and to one file per day. Somebody with all rights of the
 * database can rewrite its records, but they then contradict the heads that were copied before.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFile, mkdir, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Deps } from './deps.ts';
import { type KeyPurpose, type KeySource, deriveKey } from './derived-key.ts';

/** A head as it was at a time. */
interface Head {
  at: string;
  merchant_id: string;
}

export interface HeadKind<H extends Head> {
  /** Folder of its files below HEADS_DIR. */
  folder: string;
  /** Purpose of the key that signs, and message in the log. */
  purpose: KeyPurpose;
  /** The signed text. */
  toText: (head: H) => string;
}

/** Files that are read for verification: one per day. */
const FILES_MAX = 35;

const getFolder = ({ env }: Pick<Deps, 'env'>, { folder }: { folder: string }): string =>
  path.join(env.HEADS_DIR, folder);

function sign<H extends Head>(secrets: KeySource, kind: HeadKind<H>, head: H): string {
  return createHmac('sha256', deriveKey(secrets, kind.purpose)).update(kind.toText(head)).digest('base64url');
}

/** Last text of each merchant that this process copied, by kind, without its time. */
const copied = new WeakMap<Deps['db'], Map<string, string>>();

/** Appends every head that changed since this process copied it last. Returns their number. */
export async function appendHeads<H extends Head>(
  deps: Pick<Deps, 'db' | 'env' | 'log' | 'secrets'>,
  kind: HeadKind<H>,
  heads: H[],
  now: Date,
): Promise<number> {
  const known = copied.get(deps.db) ?? new Map<string, string>();
  copied.set(deps.db, known);
  const toKey = ({ merchant_id }: H) => `${kind.folder} ${merchant_id}`;
  const toState = (head: H) => kind.toText({ ...head, at: '' });
  const changed = heads.filter((head) => known.get(toKey(head)) !== toState(head));
  if (changed.length === 0) return 0;
  const lines = changed.map((head) => {
    const fields: object = head;
    deps.log.info(fields, kind.purpose);
    return `${JSON.stringify({ ...head, signature: sign(deps.secrets, kind, head) })}\n`;
  });
  const folder = getFolder(deps, kind);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await appendFile(path.join(folder, `${now.toISOString().slice(0, 10)}.jsonl`), lines.join(''), { mode: 0o600 });
  for (const head of changed) known.set(toKey(head), toState(head));
  return changed.length;
}

/** The last head of each merchant in each recent file, and the number of lines that were altered. */
export async function readHeads<H extends Head>(
  deps: Pick<Deps, 'env' | 'secrets'>,
  kind: HeadKind<H>,
): Promise<{ heads: H[]; altered: number }> {
  const folder = getFolder(deps, kind);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'));
  const heads: H[] = [];
  let altered = 0;
  for (const name of names.toSorted().slice(-FILES_MAX)) {
    const last = new Map<string, H>();
    for (const line of (await readFile(path.join(folder, name), 'utf8')).split('\n')) {
      if (line === '') continue;
      const head = parseLine(deps.secrets, kind, line);
      if (head === null) altered += 1;
      else last.set(head.merchant_id, head);
    }
    heads.push(...last.values());
  }
  return { heads, altered };
}

function parseLine<H extends Head>(secrets: KeySource, kind: HeadKind<H>, line: string): H | null {
  try {
    const { signature, ...rest } = JSON.parse(line) as H & { signature: string };
    const head = rest as unknown as H;
    const expected = Buffer.from(sign(secrets, kind, head));
    const given = Buffer.from(String(signature));
    return expected.length === given.length && timingSafeEqual(expected, given) ? head : null;
  } catch {
    return null;
  }
}
