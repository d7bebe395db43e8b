/**
 * Reads every statement that the application executes while the suite runs, and fails the test file that executed one which
 * a sharded database cannot run (shard-lint.ts). Statements of fixtures, which connect as other roles, are not read.
 */
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { type StatementRole, listStatementProblems } from './shard-lint.ts';

interface Recorder {
  /** Statements to be checked at the end of the file. */
  pending: { text: string; role: StatementRole }[];
  /** Texts and shapes that were seen before. */
  texts: Set<string>;
  shapes: Set<string>;
}

/** Test files whose own statements must be refused, or return no row, because they lack what the lint asks for. */
const ON_PURPOSE: readonly { file: string; statements: RegExp }[] = [
  { file: 'server/test/tenancy.test.ts', statements: /^(?:select|update|insert)/ },
  { file: 'server/src/db/reader.test.ts', statements: /^select "merchant_id" from "merchant"/ },
  { file: 'server/test/migrate.test.ts', statements: /^select (?:"code" from "merchant"|"id" from "transaction")$/ },
  { file: 'server/src/ledger/ledger.test.ts', statements: /^(?:update|delete from) "transfer"/ },
  { file: 'server/src/audit/audit.test.ts', statements: /^(?:update|delete from) "audit_log"/ },
];

const RECORDER = Symbol.for('dasbor.statement-recorder');
const shared = globalThis as { [RECORDER]?: Recorder };
/** Rows of a bulk write repeat the shape of the first ones. */
const SHAPE_LENGTH_MAX = 4_000;

// Test files of one worker share the driver, and each runs this file again.
const recorder = (shared[RECORDER] ??= startRecording());

function startRecording(): Recorder {
  const recorded: Recorder = { pending: [], texts: new Set(), shapes: new Set() };
  const roles = new WeakMap<pg.Client, StatementRole>();
  // oxlint-disable-next-line typescript/unbound-method -- called with the client as `this`.
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  pg.Client.prototype.query = function recordingQuery(this: pg.Client, ...args: unknown[]) {
    const text = readText(args[0]);
    if (text !== undefined && this.user?.endsWith('_web') === true) {
      const role = /\bapp\.enter\('(app_\w+)'/.exec(text)?.[1] as StatementRole | undefined;
      if (role !== undefined) roles.set(this, role);
      add(recorded, text, roles.get(this) ?? 'app_platform');
    }
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
  return recorded;
}

function readText(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  const { text } = (query ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : undefined;
}

function add({ pending, texts, shapes }: Recorder, text: string, role: StatementRole): void {
  // Most texts are executed again and again: they are known before their shape is computed.
  const key = `${role} ${text}`;
  if (texts.has(key)) return;
  if (text.length < SHAPE_LENGTH_MAX) texts.add(key);
  const shape = `${role} ${toShape(text)}`;
  if (shapes.has(shape)) return;
  shapes.add(shape);
  pending.push({ text, role });
}

/** A statement without its values, so that texts which differ in values only are read once. */
const toShape = (text: string): string =>
  text
    .slice(0, SHAPE_LENGTH_MAX)
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\$\d+|\b\d+\b/g, '$')
    .replaceAll(/\$(?:::\w+)?(?:, ?\$(?:::\w+)?)+/g, '$');

afterAll(() => {
  const file = expect.getState().testPath ?? '';
  const on_purpose = ON_PURPOSE.find((each) => file.endsWith(each.file))?.statements;
  const found = recorder.pending
    .filter(({ text }) => on_purpose?.test(text) !== true)
    .flatMap(({ text, role }) =>
      listStatementProblems(text, role).map((problem) => `${problem} (as ${role}): ${text}`),
    );
  recorder.pending = [];
  if (found.length > 0) {
    throw new Error(`A sharded database cannot run these statements (server/test/shard-lint.ts):\n${found.join('\n')}`);
  }
});
