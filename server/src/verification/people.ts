/** Changes the people of a business profile. */
import type { PersonInput, PersonRole } from '@dasbor/contract/business-profile-fields';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import type { Vault } from '../vault.ts';
import { type AnyContext, getEditableProfile, recordChange } from './change-context.ts';
import { removeDocumentsOfPerson } from './document-queries.ts';
import {
  type PersonRow,
  buildNikContext,
  findPerson,
  insertPerson,
  listPeople,
  removePerson,
  updatePerson,
} from './people-queries.ts';
import { duplicateNik, reReviewRequired, tooManyPeople } from './problems.ts';
import type { MerchantProfile } from './queries.ts';
import { OWNER_ROLES, canChangeOwners } from './rules.ts';

const PEOPLE_MAX = 30;

export async function addPerson(ctx: AnyContext, tx: MerchantTx, input: PersonInput): Promise<void> {
  const merchant = await getEditableProfile(tx);
  assertMayChange(merchant, [input.role]);
  const people = await listPeople(tx);
  if (people.length >= PEOPLE_MAX) throw tooManyPeople(PEOPLE_MAX);
  const id = newId('merchant_person', ctx.now);
  const person = buildPerson(ctx, tx, { id, input, former: null });
  assertNoDuplicate(ctx.deps.vault, tx, { people, id, input });
  await insertPerson(tx, person, ctx.now);
  await recordChange(ctx, tx, {
    action: 'merchant_person.added',
    object_type: 'merchant_person',
    object_id: id,
    after: toAudited(person),
  });
}

/** Throws 404, 409 `profile_locked` and `re_review_required`, and 422 `duplicate_nik`. */
export async function changePerson(ctx: AnyContext, tx: MerchantTx, id: string, input: PersonInput): Promise<void> {
  const merchant = await getEditableProfile(tx);
  const former = await findPerson(tx, id);
  if (former === undefined) throw notFound();
  assertMayChange(merchant, [former.role, input.role]);
  const person = buildPerson(ctx, tx, { id, input, former });
  assertNoDuplicate(ctx.deps.vault, tx, { people: await listPeople(tx), id, input });
  await updatePerson(tx, person, ctx.now);
  await recordChange(ctx, tx, {
    action: 'merchant_person.updated',
    object_type: 'merchant_person',
    object_id: id,
    before: toAudited(former),
    after: toAudited(person),
  });
}

export async function dropPerson(ctx: AnyContext, tx: MerchantTx, id: string): Promise<void> {
  const merchant = await getEditableProfile(tx);
  const former = await findPerson(tx, id);
  if (former === undefined) throw notFound();
  assertMayChange(merchant, [former.role]);
  await removePerson(tx, id, ctx.now);
  await removeDocumentsOfPerson(tx, id, ctx.now);
  await recordChange(ctx, tx, {
    action: 'merchant_person.removed',
    object_type: 'merchant_person',
    object_id: id,
    before: toAudited(former),
  });
}

function assertMayChange({ activated_at, verification_status }: MerchantProfile, roles: PersonRole[]): void {
  if (activated_at === null || canChangeOwners(verification_status)) return;
  if (roles.some((role) => OWNER_ROLES.includes(role))) throw reReviewRequired();
}

interface PersonSource {
  id: string;
  input: PersonInput;
  former: PersonRow | null;
}

/** A NIK that is not given stays; an empty one is removed. */
function buildPerson({ deps }: AnyContext, tx: MerchantTx, { id, input, former }: PersonSource): PersonRow {
  const { nik, ...rest } = input;
  const kept = { nik_sealed: former?.nik_sealed ?? null, nik_last4: former?.nik_last4 ?? null };
  if (nik === undefined) return { id, ...rest, ...kept };
  if (nik === null) return { id, ...rest, nik_sealed: null, nik_last4: null };
  const nik_sealed = deps.vault.seal(buildNikContext(tx.merchant_id, id), nik);
  return { id, ...rest, nik_sealed, nik_last4: nik.slice(-4) };
}

/** The same person may be director and shareholder, but not twice the same. */
function assertNoDuplicate(
  vault: Vault,
  tx: MerchantTx,
  { people, id, input }: { people: PersonRow[]; id: string; input: PersonInput },
): void {
  const { nik, role } = input;
  if (nik === undefined || nik === null) return;
  const is_taken = people.some(
    (other) =>
      other.id !== id &&
      other.role === role &&
      other.nik_sealed !== null &&
      other.nik_last4 === nik.slice(-4) &&
      vault.open(buildNikContext(tx.merchant_id, other.id), other.nik_sealed) === nik,
  );
  if (is_taken) throw duplicateNik();
}

const toAudited = ({ nik_sealed: _sealed, ...person }: PersonRow) => person;
