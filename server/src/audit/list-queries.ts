/** SQL of the audit log as a list and as files. */
import { ATTEMPT_OBJECTS, type AuditObjectType } from '@dasbor/contract/audit-objects';
import { type AuditLogEntry, auditEntry, type listAuditLogs } from '@dasbor/contract/audit';
import type { Query } from '@dasbor/contract/route';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { listFields } from '../db/columns.ts';
import { buildCsvCells, createHeaderFormat } from '../db/csv-cells.ts';
import type { MerchantTx } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { ListFile } from '../http/list-file.ts';
import { buildMaskedState } from './mask-contacts-queries.ts';

type Filter = Query<typeof listAuditLogs>;
type QueryScope = Pick<MerchantTx, 'merchant_id' | 'sql'>;

/** Maximum number of rows in one file. */
const ROWS_MAX = 1_000_000;

/** Whether a text begins with what was typed, in any case. */
const startsWith = (column: string, typed: string) => startsWithText(sql.ref(column), typed);
const startsWithText = (text: Expression<unknown>, typed: string) =>
  sql<boolean>`starts_with(lower(${text}), ${typed.toLowerCase()})`;

/** A type of object with the types that refused attempts on it have. */
const withAttempts = (type: string): string[] => [type, ...(ATTEMPT_OBJECTS[type as AuditObjectType] ?? [])];

/** Merchants do not read the emails of the provider's staff. */
const ACTOR_EMAIL = sql<string | null>`case when l.actor_type <> 'provider' then l.actor_email end`;

function buildFilteredQuery({ merchant_id, sql: kysely }: QueryScope, filter: Filter) {
  let rows = kysely.selectFrom('audit_log as l').where('l.merchant_id', '=', merchant_id);
  const { from, to, actor, actor_type, action, object_type, object_id, ip, result, q } = filter;
  if (from !== undefined) rows = rows.where('l.at', '>=', from);
  if (to !== undefined) rows = rows.where('l.at', '<', to);
  if (actor) {
    rows = rows.where((eb) =>
      eb.or([eb('l.actor_id', '=', actor), startsWith('l.actor_name', actor), startsWithText(ACTOR_EMAIL, actor)]),
    );
  }
  if (ip) rows = rows.where(startsWith('l.ip', ip));
  if (actor_type?.length) rows = rows.where('l.actor_type', 'in', actor_type);
  if (action) rows = rows.where(startsWith('l.action', action));
  if (object_type?.length) rows = rows.where('l.object_type', 'in', object_type.flatMap(withAttempts));
  if (object_id?.length) rows = rows.where('l.object_id', 'in', object_id);
  if (result?.length) rows = rows.where(sql<boolean>`coalesce(l.result, 'ok') = any (${result}::text[])`);
  if (q) {
    rows = rows.where((eb) =>
      eb.or([
        eb('l.object_id', '=', q),
        eb('l.actor_id', '=', q),
        eb('l.ip', '=', q),
        startsWith('l.action', q),
        startsWith('l.actor_name', q),
      ]),
    );
  }
  return rows;
}

/** One page after the cursor, newest first, plus one row when there is a next page. */
export const listAuditRows = (
  tx: MerchantTx,
  filter: Filter,
  { after_seq, limit, is_masked }: { after_seq: number | null; limit: number; is_masked: boolean },
): Promise<AuditLogEntry[]> => {
  let rows = buildFilteredQuery(tx, filter);
  if (after_seq !== null) rows = rows.where('l.seq', '<', after_seq);
  return rows
    .select([sql<string>`l.seq::text`.as('id'), 'l.at', 'l.actor_type', 'l.actor_id', 'l.actor_name', 'l.ip'])
    .select(ACTOR_EMAIL.as('actor_email'))
    .select(['l.actor_role', 'l.user_agent', 'l.session_id', 'l.reason'])
    .select(['l.action', 'l.object_type', 'l.object_id'])
    .select([buildState('l.before', is_masked).as('before'), buildState('l.after', is_masked).as('after')])
    .select(sql<AuditLogEntry['result']>`coalesce(l.result, 'ok')`.as('result'))
    .orderBy('l.seq', 'desc')
    .limit(limit + 1)
    .execute();
};

const buildState = (column: 'l.before' | 'l.after', is_masked: boolean): RawBuilder<unknown> =>
  is_masked ? buildMaskedState(column) : sql.ref(column);

type Field = keyof AuditLogEntry;
const FIELDS = listFields(auditEntry.shape);
const COLUMNS: Partial<Record<Field, Expression<unknown>>> = {
  id: sql`l.seq::text`,
  actor_email: ACTOR_EMAIL,
  result: sql`coalesce(l.result, 'ok')`,
};

const formatHeader = createHeaderFormat<Field>({
  id: 'Nomor',
  at: 'Waktu',
  actor_type: 'Jenis pelaku',
  actor_id: 'ID pelaku',
  actor_name: 'Pelaku',
  actor_email: 'Email pelaku',
  actor_role: 'Peran pelaku',
  ip: 'Alamat IP',
  user_agent: 'Peramban',
  session_id: 'ID sesi',
  action: 'Tindakan',
  object_type: 'Jenis objek',
  object_id: 'ID objek',
  result: 'Hasil',
  reason: 'Alasan',
  before: 'Sebelum',
  after: 'Sesudah',
});

export const auditFile: ListFile<typeof listAuditLogs> = {
  name: 'audit-log',
  columns: FIELDS,
  buildQuery: ({ query, is_masked, language, time_zone, ...reader }) =>
    buildFilteredQuery(reader, query)
      .select(() =>
        buildCsvCells({
          shape: auditEntry.shape,
          names: parseColumns(FIELDS, query.columns),
          getColumn: (field) =>
            field === 'before' || field === 'after'
              ? sql`(${buildState(`l.${field}`, is_masked)})::text`
              : (COLUMNS[field] ?? sql.ref(`l.${field}`)),
          formatHeader: (field) => formatHeader(field, language),
          time_zone,
        }),
      )
      .orderBy('l.seq', 'desc')
      .limit(ROWS_MAX),
};

/** The same for the provider, which never reads contact data of customers. */
export const providerAuditFile: ListFile<typeof listAuditLogs> = {
  ...auditFile,
  buildQuery: (request) => auditFile.buildQuery({ ...request, is_masked: true }),
};
