/** SQL of exports. Every table reference repeats merchant_id (scale-out rules). */
import { type Export, type ExportFormat, type ExportList, exportFields } from '@dasbor/contract/export';
import { sql } from 'kysely';
import { findMembershipAccess } from '../auth/membership-queries.ts';
import type { ListRequest } from '../db/column-types.ts';
import { buildColumns } from '../db/columns.ts';
import type { LoginTx, MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

export interface NewExport {
  id: string;
  list: ExportList;
  format: ExportFormat;
  request: ListRequest;
  row_count: number | null;
  created_by: string;
  created_by_name: string;
  created_at: Date;
  message_id: string;
}

export const insertExport = (tx: MerchantTx, { request, ...row }: NewExport) =>
  tx.sql
    .insertInto('export')
    .values({
      merchant_id: tx.merchant_id,
      status: 'waiting',
      request: JSON.stringify(request),
      seen_at: row.created_at,
      ...row,
    })
    .execute();

/** Exports visible to a reader: their own or all, of the lists that they have access to. */
export interface ExportScope {
  created_by: string | null;
  lists: readonly ExportList[];
}

export interface ExportRow extends Omit<Export, 'params' | 'query'> {
  request: ListRequest;
  is_masked: boolean;
}

const buildFiles = (merchant_id: string) => sql<Export['files']>`coalesce((
  select json_agg(json_build_object('part_no', f.part_no, 'name', f.name, 'row_count', f.row_count,
    'size_bytes', f.size_bytes) order by f.part_no)
  from app.export_file f where f.merchant_id = ${merchant_id} and f.export_id = e.id and e.status = 'ready'), '[]')`;

const COLUMNS = buildColumns('e', exportFields.omit({ params: true, query: true, files: true }).shape);

const selected = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('export as e')
    .where('e.merchant_id', '=', tx.merchant_id)
    .select(COLUMNS)
    .select(['e.is_masked', 'e.request', buildFiles(tx.merchant_id).as('files')]);

/** Newest first after the cursor; one extra row when there is a next page. */
export async function listExportRows(
  tx: MerchantTx,
  { created_by, lists }: ExportScope,
  after: Cursor | null,
  limit: number,
): Promise<ExportRow[]> {
  if (lists.length === 0) return [];
  let rows = selected(tx).where('e.list', 'in', lists);
  if (created_by !== null) rows = rows.where('e.created_by', '=', created_by);
  if (after !== null) rows = rows.where(sql<boolean>`(e.created_at, e.id) < (${after.at}, ${after.id})`);
  return rows
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const findExport = (tx: MerchantTx, id: string): Promise<ExportRow | undefined> =>
  selected(tx).where('e.id', '=', id).executeTakeFirst();

/** Unfinished exports of a user. */
export async function countUnfinished(tx: MerchantTx, created_by: string): Promise<number> {
  const row = await tx.sql
    .selectFrom('export')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('created_by', '=', created_by)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Ends what is under way; false when it had ended already. */
export async function cancelRow(tx: MerchantTx, id: string, now: Date): Promise<boolean> {
  const row = await tx.sql
    .updateTable('export')
    .set({ status: 'cancelled', finished_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the export and its file rows. The stored files must be deleted first. */
export const deleteRow = (tx: MerchantTx, id: string) =>
  tx.sql.deleteFrom('export').where('merchant_id', '=', tx.merchant_id).where('id', '=', id).execute();

export const listFiles = (tx: MerchantTx, export_id: string) =>
  tx.sql
    .selectFrom('export_file')
    .select(['part_no', 'file_id', 'name'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('export_id', '=', export_id)
    .orderBy('part_no')
    .execute();

export const deleteFileRows = (tx: MerchantTx, export_id: string) =>
  tx.sql
    .deleteFrom('export_file')
    .where('merchant_id', '=', tx.merchant_id)
    .where('export_id', '=', export_id)
    .execute();

/** Marks an export as expired after its files were deleted. */
export const markExpired = (tx: MerchantTx, id: string) =>
  tx.sql
    .updateTable('export')
    .set({ status: 'expired' })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .execute();

interface ExportKey {
  merchant_id: string;
  id: string;
}

/** Ready exports of every merchant past their expiry. */
export const listExpired = (tx: PlatformTx, now: Date, limit: number): Promise<ExportKey[]> =>
  tx.sql
    .selectFrom('export')
    .select(['merchant_id', 'id'])
    .where('status', '=', 'ready')
    .where('expires_at', '<=', now.toISOString())
    .limit(limit)
    .execute();

/** Unfinished exports of every merchant without a heartbeat since an instant. */
export const listStalled = (tx: PlatformTx, stalled_since: Date, limit: number): Promise<ExportKey[]> =>
  tx.sql
    .selectFrom('export')
    .select(['merchant_id', 'id'])
    .where('status', 'in', ['waiting', 'running'])
    .where('seen_at', '<', stalled_since.toISOString())
    .limit(limit)
    .execute();

/** The requester with their present access; undefined when they are not an active member any more. */
export async function findRequesterUser(tx: LoginTx, member: { merchant_id: string; user_id: string }) {
  const login = await tx.sql
    .selectFrom('login')
    .select(['email', 'name', 'locale', 'time_zone'])
    .where('user_id', '=', member.user_id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  const membership = await findMembershipAccess(tx, member);
  if (login === undefined || membership?.status !== 'active') return undefined;
  const { role, access, is_masked } = membership;
  return { ...login, role, access, is_masked };
}
