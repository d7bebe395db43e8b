/** Changes the people of a business profile. */
import { PEOPLE_MAX, type PersonInput, type PersonRole } from '@dasbor/contract/business-profile-fields';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import type { Vault } from '../vault.ts';
import { type ChangeContext, getEditableProfile, getLockedProfile, recordChange } from './change-context.ts';
import { removeDocumentsOfPerson } from './document-queries.ts';
import {
  type PersonRow,
  buildNikContext,
  findPerson,
  insertPerson,
  listPeople,
  updatePerson,
  updateRemovedPerson,
} from './people-queries.ts';
import { duplicateNik, reReviewRequired, tooManyPeople, unknownPerson } from './problems.ts';
import type { MerchantProfile } from './queries.ts';
import { OWNER_ROLES, canChangeOwners } from './rules.ts';

/** Throws 409 `profile_locked` and `re_review_required`, and 422 `too_many_people` and `duplicate_nik`. */
export async function addPerson(ctx: ChangeContext, tx: MerchantTx, input: PersonInput): Promise<void> {
  const merchant = await getEditableProfile(tx);
  assertMayChange(merchant, [input.role]);
  const people = await listPeople(tx);
  if (people.length >= PEOPLE_MAX) throw tooManyPeople(PEOPLE_MAX);
  await insertRecorded(ctx, tx, input);
}

/** Throws 404, 409 `profile_locked` and `re_review_required`, and 422 `duplicate_nik`. */
export async function changePerson(ctx: ChangeContext, tx: MerchantTx, id: string, input: PersonInput): Promise<void> {
  const merchant = await getEditableProfile(tx);
  const former = await findPerson(tx, id);
  if (former === undefined) throw notFound();
  assertMayChange(merchant, [former.role, input.role]);
  await updateRecorded(ctx, tx, former, { input });
}

export async function removePerson(ctx: ChangeContext, tx: MerchantTx, id: string): Promise<void> {
  const merchant = await getEditableProfile(tx);
  const former = await findPerson(tx, id);
  if (former === undefined) throw notFound();
  assertMayChange(merchant, [former.role]);
  await removeRecorded(ctx, tx, former);
}

/**
 * The people as the provider enters them, whatever the state of the verification. Each difference is recorded like a change
 * by the merchant. Throws 422 `person_unknown` and `duplicate_nik`.
 */
export async function replacePeople(
  ctx: ChangeContext,
  tx: MerchantTx,
  given: readonly (PersonInput & { id?: string | undefined })[],
): Promise<void> {
  await getLockedProfile(tx);
  const stored = await listPeople(tx);
  const kept = new Set(given.map(({ id }) => id));
  for (const person of stored) if (!kept.has(person.id)) await removeRecorded(ctx, tx, person);
  for (const [index, { id, ...input }] of given.entries()) {
    const former = stored.find((person) => person.id === id);
    // A millisecond apart, so that they keep the order in which they were entered.
    const at = new Date(ctx.now.getTime() + index);
    const path = `people.${index}.`;
    if (id === undefined) await insertRecorded(ctx, tx, input, { at, path });
    else if (former === undefined) throw unknownPerson();
    else if (differs(former, input)) await updateRecorded(ctx, tx, former, { input, path });
  }
}

/** A NIK that is given counts as a change: the stored one is encrypted. */
const differs = (former: PersonRow, { nik, ...input }: PersonInput): boolean =>
  nik !== undefined || (Object.keys(input) as (keyof typeof input)[]).some((field) => former[field] !== input[field]);

/** `path`: position of the person in the request. */
async function insertRecorded(
  ctx: ChangeContext,
  tx: MerchantTx,
  input: PersonInput,
  { at = ctx.now, path = '' } = {},
): Promise<void> {
  const id = newId('merchant_person', at);
  const person = buildPerson(ctx, tx, { id, input, former: null });
  assertNoDuplicate(ctx.deps.vault, tx, { people: await listPeople(tx), id, input, path });
  await insertPerson(tx, person, at);
  await recordChange(ctx, tx, {
    action: 'merchant_person.added',
    object_type: 'merchant_person',
    object_id: id,
    after: toAudited(person),
  });
}

async function updateRecorded(
  ctx: ChangeContext,
  tx: MerchantTx,
  former: PersonRow,
  { input, path = '' }: { input: PersonInput; path?: string },
): Promise<void> {
  const { id } = former;
  const person = buildPerson(ctx, tx, { id, input, former });
  assertNoDuplicate(ctx.deps.vault, tx, { people: await listPeople(tx), id, input, path });
  await updatePerson(tx, person, ctx.now);
  await recordChange(ctx, tx, {
    action: 'merchant_person.updated',
    object_type: 'merchant_person',
    object_id: id,
    before: toAudited(former),
    after: toAudited(person),
  });
}

async function removeRecorded(ctx: ChangeContext, tx: MerchantTx, former: PersonRow): Promise<void> {
  const { id } = former;
  await updateRemovedPerson(tx, id, ctx.now);
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
function buildPerson({ deps }: ChangeContext, tx: MerchantTx, { id, input, former }: PersonSource): PersonRow {
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
  { people, id, input, path }: { people: PersonRow[]; id: string; input: PersonInput; path: string },
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
  if (is_taken) throw duplicateNik(`${path}nik`);
}

const toAudited = ({ nik_sealed: _sealed, ...person }: PersonRow) => person;
