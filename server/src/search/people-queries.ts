/** SQL of the provider's search for people: users of merchants and the provider's own staff, by email or id. */
import { type RawBuilder, sql } from 'kysely';
import { type RoleKey, isProviderRole } from '@dasbor/contract/access';
import type { ProviderSearchType } from '@dasbor/contract/provider-search';
import { SEARCH_HITS } from '@dasbor/contract/search';
import { listMerchantsToSearch } from '../auth/membership-directory-queries.ts';
import type { LoginTx } from '../db/tx.ts';
import type { ProviderFoundRow, ProviderSearchInput } from './provider-rules.ts';

interface Person {
  user_id: string;
  name: string;
  email: string;
  /** Role of staff of the provider; null for users of merchants. */
  role: RoleKey | null;
  status: string;
  created_at: string;
}

/** The logins of an email, or those whose ids start with the text; null when the text is neither. */
export function buildPeopleStatement(input: ProviderSearchInput): RawBuilder<Person> | null {
  const select = sql`select l.user_id, l.name, l.email, l.role, l.status, l.created_at from app.login l`;
  if (input.kind === 'value') {
    if (!input.text.includes('@')) return null;
    return sql<Person>`${select} where l.email = ${input.text.toLowerCase()}`;
  }
  const { first, last } = input.range;
  return sql<Person>`${select} where l.user_id >= ${first} and l.user_id <= ${last}
    order by l.user_id desc limit ${SEARCH_HITS}`;
}

/** The matching people: a user once for each merchant that the user belongs to. Removed people are left out. */
export async function findPeople(
  tx: LoginTx,
  types: readonly ProviderSearchType[],
  input: ProviderSearchInput,
): Promise<ProviderFoundRow[]> {
  const statement = buildPeopleStatement(input);
  if (statement === null) return [];
  const people = (await statement.execute(tx.sql)).rows.filter(({ status }) => status !== 'removed');
  const staff = people
    .filter(({ role }) => types.includes('staff') && role !== null && isProviderRole(role))
    .map((person) => toRow('staff', person, { merchant_id: null, status: person.status }, input));
  return types.includes('user') ? [...staff, ...(await findMembers(tx, people, input))] : staff;
}

async function findMembers(
  tx: LoginTx,
  people: readonly Person[],
  input: ProviderSearchInput,
): Promise<ProviderFoundRow[]> {
  const user_ids = people.map(({ user_id }) => user_id);
  if (user_ids.length === 0) return [];
  const merchant_ids = await listMerchantsToSearch(tx, user_ids);
  const rows = await tx.sql
    .selectFrom('membership as m')
    .select(['m.merchant_id', 'm.user_id', 'm.status'])
    .where(sql<boolean>`m.merchant_id = any (${merchant_ids}::text[])`)
    .where(sql<boolean>`m.user_id = any (${user_ids}::text[])`)
    .where('m.status', '<>', 'removed')
    .limit(SEARCH_HITS * SEARCH_HITS)
    .execute();
  return rows.flatMap((membership) => {
    const person = people.find(({ user_id }) => user_id === membership.user_id);
    return person === undefined ? [] : toRow('user', person, membership, input);
  });
}

const toRow = (
  type: 'user' | 'staff',
  person: Person,
  { merchant_id, status }: { merchant_id: string | null; status: string },
  { kind }: ProviderSearchInput,
): ProviderFoundRow => ({
  type,
  id: person.user_id,
  merchant_id,
  statement_id: null,
  title: person.name,
  detail: person.email,
  status,
  amount: null,
  at: person.created_at,
  field: kind === 'id' ? 'id' : 'email',
  value: kind === 'id' ? person.user_id : person.email,
});
