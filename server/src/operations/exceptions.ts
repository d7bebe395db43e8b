/** Reads the exceptions of all merchants together with what people decided about them. */
import {
  EXCEPTIONS_PER_KIND_MAX,
  EXCEPTION_KINDS,
  type ExceptionKind,
  type OperationsException,
  RESOLVABLE_KINDS,
} from '@dasbor/contract/operations';
import { listMerchantNames } from '../db/merchant-names.ts';
import type { PlatformTx } from '../db/tx.ts';
import {
  type ExceptionCursor,
  type FoundException,
  type ExceptionDecision,
  type ExceptionDecisionChange,
  listFound,
  listDecisions,
} from './exception-queries.ts';

export interface OpenExceptions {
  data: OperationsException[];
  counts: { kind: ExceptionKind; count: number }[];
}

interface Reader {
  now: Date;
  /** Reader: their own exceptions are marked. */
  user_id: string | null;
}

export async function readExceptions(tx: PlatformTx, { now, user_id }: Reader): Promise<OpenExceptions> {
  const data: OperationsException[] = [];
  const counts: OpenExceptions['counts'] = [];
  for (const kind of EXCEPTION_KINDS) {
    const rows = await listFound(tx, kind, { now, limit: EXCEPTIONS_PER_KIND_MAX });
    data.push(...(await toExceptions(tx, kind, rows, user_id)));
    const [first] = rows;
    if (first !== undefined) counts.push({ kind, count: first.total });
  }
  return { data, counts };
}

/** A page of one kind; one extra row when there is a next page. */
export async function readExceptionsOfKind(
  tx: PlatformTx,
  kind: ExceptionKind,
  { now, user_id, limit, after }: Reader & { limit: number; after: ExceptionCursor | null },
): Promise<OperationsException[]> {
  return toExceptions(tx, kind, await listFound(tx, kind, { now, limit: limit + 1, after }), user_id);
}

/** One open exception; undefined when it is fixed or closed. */
export async function findException(
  tx: PlatformTx,
  { kind, object_id }: { kind: ExceptionKind; object_id: string },
  { now, user_id }: Reader,
): Promise<{ exception: OperationsException; decision: Omit<ExceptionDecisionChange, 'closed' | 'now'> } | undefined> {
  const [row] = await listFound(tx, kind, { now, limit: 1, object_id });
  if (row === undefined) return undefined;
  const [exception] = await toExceptions(tx, kind, [row], user_id);
  if (exception === undefined) return undefined;
  const decided = findDecision(await listDecisions(tx, kind, [object_id]), row);
  return {
    exception,
    decision: {
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

/** The decision about this occurrence of the object. */
const findDecision = (decisions: readonly ExceptionDecision[], { object_id, occurrence }: FoundException) =>
  decisions.find((row) => row.object_id === object_id && row.occurrence === occurrence);

async function toExceptions(
  tx: PlatformTx,
  kind: ExceptionKind,
  rows: readonly FoundException[],
  user_id: string | null,
): Promise<OperationsException[]> {
  if (rows.length === 0) return [];
  const names = await listMerchantNames(tx, [...new Set(rows.flatMap(({ merchant_id }) => merchant_id ?? []))]);
  const ids = rows.map(({ object_id }) => object_id);
  const decisions = await listDecisions(tx, kind, ids);
  return rows.map((row) => {
    const { occurrence: _, total: __, ...shown } = row;
    const decided = findDecision(decisions, row);
    return {
      kind,
      ...shown,
      merchant_name: row.merchant_id === null ? null : (names.get(row.merchant_id) ?? null),
      is_resolvable: (RESOLVABLE_KINDS as readonly string[]).includes(kind),
      assigned_to: decided?.assigned_to ?? null,
      is_mine: user_id !== null && decided?.assigned_to_id === user_id,
    };
  });
}
