/** SQL of the search for what people of a merchant keep: its users, API keys and exports. Each merchant has few of them. */
import { type ExportList, EXPORT_LISTS, exportListLabel } from '@dasbor/contract/export';
import { LANGUAGES, type Language } from '@dasbor/contract/language';
import { SEARCH_HITS } from '@dasbor/contract/search';
import { sql } from 'kysely';
import { toKeyStatus } from '../api-settings/rules.ts';
import { toContainsPattern } from '../db/like-pattern.ts';
import type { LoginTx, MerchantTx } from '../db/tx.ts';
import { toExportStatus } from '../export/rules.ts';
import { listUsers } from '../user/queries.ts';
import { type FoundRow, type SearchInput, toIdRange } from './rules.ts';

/** The present users whose name or email contains the text, or the user with this id. */
export async function findUserRows(tx: LoginTx, merchant_id: string, input: SearchInput): Promise<FoundRow[]> {
  const is_id = input.id_type === 'user';
  if (!is_id && !input.matches_substrings) return [];
  const by = is_id ? { user_id: input.text.toLowerCase() } : { q: input.text };
  const filter = { ...by, status: ['active', 'suspended'], roles: null } as const;
  const users = await listUsers(tx, merchant_id, filter, { limit: SEARCH_HITS, after: null });
  return users.map(({ id, name, email, status, created_at }) => ({
    type: 'user',
    id,
    title: name,
    detail: email,
    status,
    amount: null,
    at: created_at,
    fields: { name, email },
  }));
}

/** The keys whose name or first characters contain the text, or whose id starts with it. Secrets are not stored. */
export async function findKeyRows(tx: MerchantTx, input: SearchInput, now: Date): Promise<FoundRow[]> {
  const is_id = input.id_type === 'api_key';
  if (!is_id && !input.matches_substrings) return [];
  const { first, last } = toIdRange(input.text, 'api_key');
  const pattern = toContainsPattern(input.text);
  const keys = await tx.sql
    .selectFrom('api_key')
    .select(['id', 'name', 'prefix', 'last4', 'created_at', 'expires_at', 'revoked_at', 'rolled_to_id'])
    .where('merchant_id', '=', tx.merchant_id)
    .$if(is_id, (query) => query.where('id', '>=', first).where('id', '<=', last))
    .$if(!is_id, (query) => query.where(sql<boolean>`(name ilike ${pattern} or prefix ilike ${pattern})`))
    .orderBy('id', 'desc')
    .limit(SEARCH_HITS)
    .execute();
  return keys.map(({ id, name, prefix, last4, created_at, ...times }) => ({
    type: 'api_key',
    id,
    title: name,
    detail: `${prefix}…${last4}`,
    amount: null,
    at: created_at,
    status: toKeyStatus({ created_at, ...times }, now),
    fields: { name, prefix },
  }));
}

/** Whose exports are searched, and of which lists; `language`: of their names. */
export interface ExportSearch {
  created_by: string | null;
  lists: readonly ExportList[];
  language: Language;
  now: Date;
}

/** The newest exports of the lists whose name contains the text in either language, or whose id starts with it. */
export async function findExportRows(
  tx: MerchantTx,
  input: SearchInput,
  { created_by, lists, language, now }: ExportSearch,
): Promise<FoundRow[]> {
  const is_id = input.id_type === 'export';
  if (!is_id && !input.matches_substrings) return [];
  const searched = is_id ? lists : lists.filter((list) => isNamed(list, input.text));
  if (searched.length === 0) return [];
  const { first, last } = toIdRange(input.text, 'export');
  const exports = await tx.sql
    .selectFrom('export')
    .select(['id', 'list', 'format', 'status', 'created_by_name', 'created_at', 'expires_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where(sql<boolean>`list = any (${searched}::text[])`)
    .$if(created_by !== null, (query) => query.where('created_by', '=', created_by ?? ''))
    .$if(is_id, (query) => query.where('id', '>=', first).where('id', '<=', last))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SEARCH_HITS)
    .execute();
  return exports.map(({ id, list, format, created_by_name, created_at, ...row }) => ({
    type: 'export',
    id,
    title: exportListLabel(list as ExportList, language),
    amount: null,
    at: created_at,
    detail: `${format.toUpperCase()} · ${created_by_name}`,
    status: toExportStatus(row.status, row.expires_at, now),
    // The text may be in the other language, so the name itself is no match to report.
    fields: {},
  }));
}

const isNamed = (list: ExportList, text: string): boolean =>
  LANGUAGES.some((language) => exportListLabel(list, language).toLowerCase().includes(text.toLowerCase()));

/** The lists whose exports a reader may see. */
export const listExportLists = (mayView: (list: ExportList) => boolean): ExportList[] => EXPORT_LISTS.filter(mayView);
