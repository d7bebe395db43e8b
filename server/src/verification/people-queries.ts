/** SQL of the people of a business profile. The NIK is encrypted; its last four digits are for people. */
import type { PersonRole } from '@dasbor/contract/business-profile-fields';
import type { MerchantTx } from '../db/tx.ts';
import type { SecretContext } from '../vault.ts';

export interface PersonRow {
  id: string;
  role: PersonRole;
  name: string;
  nik_sealed: string | null;
  nik_last4: string | null;
  phone: string | null;
  email: string | null;
  share_bps: number | null;
}

const COLUMNS = ['id', 'role', 'name', 'nik_sealed', 'nik_last4', 'phone', 'email', 'share_bps'] as const;

export const buildNikContext = (merchant_id: string, id: string): SecretContext => ({
  table: 'merchant_person',
  column: 'nik_sealed',
  merchant_id,
  row_id: id,
});

export const listPeople = (tx: MerchantTx): Promise<PersonRow[]> =>
  tx.sql
    .selectFrom('merchant_person')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findPerson = (tx: MerchantTx, id: string): Promise<PersonRow | undefined> =>
  tx.sql
    .selectFrom('merchant_person')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

export const insertPerson = (tx: MerchantTx, person: PersonRow, now: Date) =>
  tx.sql
    .insertInto('merchant_person')
    .values({ merchant_id: tx.merchant_id, created_at: now, updated_at: now, ...person })
    .execute();

export const updatePerson = (tx: MerchantTx, { id, ...person }: PersonRow, now: Date) =>
  tx.sql
    .updateTable('merchant_person')
    .set({ ...person, updated_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();

export const updateRemovedPerson = (tx: MerchantTx, id: string, now: Date) =>
  tx.sql
    .updateTable('merchant_person')
    .set({ removed_at: now, updated_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
