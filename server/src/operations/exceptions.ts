/** Reads the exceptions of all merchants together with what people decided about them. */
import {
  EXCEPTION_KINDS,
  type ExceptionKind,
  type OperationsException,
  RESOLVABLE_KINDS,
} from '@dasbor/contract/operations';
import { listMerchantNames } from '../db/merchant-names.ts';
import type { PlatformTx } from '../db/tx.ts';
import {
  type FoundException,
  type Handling,
  type HandlingChange,
  listFound,
  listHandling,
} from './exception-queries.ts';

export interface OpenExceptions {
  data: OperationsException[];
  counts: { kind: ExceptionKind; count: number }[];
}

interface Reader {
  now: Date;
  /** Who reads: their own exceptions are marked. */
  user_id: string | null;
}

export async function readExceptions(tx: PlatformTx, { now, user_id }: Reader): Promise<OpenExceptions> {
  const handling = await listHandling(tx);
  const found: [ExceptionKind, FoundException[]][] = [];
  for (const kind of EXCEPTION_KINDS)
    found.push([kind, await listFound(tx, kind, { now, closed: getClosed(handling, kind) })]);
  const names = await readNames(
    tx,
    found.flatMap(([, rows]) => rows),
  );
  return {
    data: found.flatMap(([kind, rows]) => rows.map((row) => toException(kind, row, { handling, names, user_id }))),
    counts: found.flatMap(([kind, [first]]) => (first === undefined ? [] : [{ kind, count: first.total }])),
  };
}

/** One open exception; undefined when it is fixed or closed. */
export async function findException(
  tx: PlatformTx,
  { kind, object_id }: { kind: ExceptionKind; object_id: string },
  { now, user_id }: Reader,
): Promise<{ exception: OperationsException; handling: Omit<HandlingChange, 'closed' | 'now'> } | undefined> {
  const handling = await listHandling(tx);
  const [row] = await listFound(tx, kind, { now, closed: getClosed(handling, kind), object_id });
  if (row === undefined) return undefined;
  const names = await readNames(tx, [row]);
  const decided = findDecision(handling, kind, row);
  return {
    exception: toException(kind, row, { handling, names, user_id }),
    handling: {
      kind,
      object_id,
      occurrence: row.occurrence,
      merchant_id: row.merchant_id,
      assigned:
        decided === undefined || decided.assigned_to_id === null
          ? null
          : { id: decided.assigned_to_id, name: decided.assigned_to ?? '' },
    },
  };
}

const getClosed = (handling: readonly Handling[], kind: ExceptionKind): string[] =>
  handling.filter((row) => row.is_closed && row.kind === kind).map((row) => `${row.object_id} ${row.occurrence}`);

/** The decision about this occurrence of the object. */
const findDecision = (handling: readonly Handling[], kind: string, { object_id, occurrence }: FoundException) =>
  handling.find((row) => row.kind === kind && row.object_id === object_id && row.occurrence === occurrence);

const readNames = (tx: PlatformTx, rows: readonly FoundException[]): Promise<Map<string, string>> =>
  listMerchantNames(tx, [...new Set(rows.flatMap(({ merchant_id }) => merchant_id ?? []))]);

function toException(
  kind: ExceptionKind,
  row: FoundException,
  { handling, names, user_id }: { handling: readonly Handling[]; names: Map<string, string>; user_id: string | null },
): OperationsException {
  const { occurrence: _, total: __, ...shown } = row;
  const decided = findDecision(handling, kind, row);
  return {
    kind,
    ...shown,
    merchant_name: row.merchant_id === null ? null : (names.get(row.merchant_id) ?? null),
    is_resolvable: (RESOLVABLE_KINDS as readonly string[]).includes(kind),
    assigned_to: decided?.assigned_to ?? null,
    is_mine: user_id !== null && decided?.assigned_to_id === user_id,
  };
}
