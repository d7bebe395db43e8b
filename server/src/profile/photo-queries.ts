/** SQL of the photos of people. */
import type { LoginTx } from '../db/tx.ts';

export interface Photo {
  user_id: string;
  token: string;
  content_type: 'image/png' | 'image/jpeg';
  content: Buffer;
  created_at: Date;
}

/** Replaces the photo of a person. */
export const upsertPhoto = (tx: LoginTx, photo: Photo) =>
  tx.sql
    .insertInto('login_photo')
    .values(photo)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        token: eb.ref('excluded.token'),
        content_type: eb.ref('excluded.content_type'),
        content: eb.ref('excluded.content'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute();

export const deletePhoto = (tx: LoginTx, user_id: string) =>
  tx.sql.deleteFrom('login_photo').where('user_id', '=', user_id).execute();

/** The tokens of the photos of people, by their id. */
export async function findPhotoTokens(tx: LoginTx, user_ids: readonly string[]): Promise<Map<string, string>> {
  if (user_ids.length === 0) return new Map();
  const rows = await tx.sql
    .selectFrom('login_photo')
    .select(['user_id', 'token'])
    .where('user_id', 'in', user_ids)
    .execute();
  return new Map(rows.map(({ user_id, token }) => [user_id, token]));
}

export const findPhoto = (tx: LoginTx, user_id: string, token: string) =>
  tx.sql
    .selectFrom('login_photo')
    .select(['content_type', 'content'])
    .where('user_id', '=', user_id)
    .where('token', '=', token)
    .executeTakeFirst();
