/**
 * Reads every statement that the application executes while the suite runs, and fails the test file that executed one which
 * a sharded database cannot run (shard-lint.ts). Statements of fixtures, which connect as other roles, are not read.
 */
import pg from 'pg';
import { afterAll } from 'vitest';
import { type StatementRole, listStatementProblems } from './shard-lint.ts';

interface Recorder {
  /** Statements to be checked at the end of the file: text and role by shape. */
  pending: Map<string, { text: string; role: StatementRole }>;
  checked: Set<string>;
}

const RECORDER = Symbol.for('dasbor.statement-recorder');
const shared = globalThis as { [RECORDER]?: Recorder };
/** Rows of a bulk write repeat the shape of the first ones. */
const SHAPE_LENGTH_MAX = 4_000;

// Test files of one worker share the driver, and each runs this file again.
const recorder = (shared[RECORDER] ??= startRecording());

function startRecording(): Recorder {
  const recorded: Recorder = { pending: new Map(), checked: new Set() };
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

function add({ pending, checked }: Recorder, text: string, role: StatementRole): void {
  const shape = `${role} ${toShape(text)}`;
  if (checked.has(shape)) return;
  checked.add(shape);
  pending.set(shape, { text, role });
}

/** A statement without its values, so that texts which differ in values only are read once. */
const toShape = (text: string): string =>
  text
    .slice(0, SHAPE_LENGTH_MAX)
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\$\d+|\b\d+\b/g, '$')
    .replaceAll(/\$(?:::\w+)?(?:, ?\$(?:::\w+)?)+/g, '$');

afterAll(() => {
  const found = [...recorder.pending.values()].flatMap(({ text, role }) =>
    listStatementProblems(text, role).map((problem) => `${problem} (as ${role}): ${text}`),
  );
  recorder.pending.clear();
  if (found.length > 0) {
    throw new Error(`A sharded database cannot run these statements (server/test/shard-lint.ts):\n${found.join('\n')}`);
  }
});
