/** The business profile as its screens show it: values, people, documents, and what is missing. */
import type { BusinessProfile } from '@dasbor/contract/business-profile';
import type { MerchantDocument, MerchantPerson } from '@dasbor/contract/business-profile-fields';
import { formatMissing } from '@dasbor/contract/business-profile-labels';
import {
  type MissingItem,
  type ProfileState,
  listDocumentNeeds,
  listMissing,
} from '@dasbor/contract/business-profile-rules';
import { type Language, type Localized, translateMessage } from '@dasbor/contract/language';
import { toBusinessDay } from '@dasbor/contract/time';
import type { MerchantTx } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import { findRegionNames } from '../region/rules.ts';
import { type DocumentRow, listCurrentDocuments } from './document-queries.ts';
import { type PersonRow, listPeople } from './people-queries.ts';
import { type MerchantProfile, findLatestChange, findProfile, listEvents, pickProfileFields } from './queries.ts';
import { isEditable } from './rules.ts';

export interface ProfileData {
  merchant: MerchantProfile;
  people: PersonRow[];
  documents: DocumentRow[];
  state: ProfileState;
}

/** Reads everything that the rules decide about. `merchant`: the row, where it was locked already. */
export async function readProfile(tx: MerchantTx, now: Date, merchant?: MerchantProfile): Promise<ProfileData> {
  const row = merchant ?? (await findProfile(tx));
  if (row === undefined) throw notFound();
  const people = await listPeople(tx);
  const documents = await listCurrentDocuments(tx);
  const state = {
    fields: pickProfileFields(row),
    people: people.map(({ id, role, name, nik_sealed }) => ({ id, role, name, has_nik: nik_sealed !== null })),
    documents,
    today: toBusinessDay(now),
  };
  return { merchant: row, people, documents, state };
}

export async function buildProfile(tx: MerchantTx, now: Date, language: Language): Promise<BusinessProfile> {
  const { merchant, people, documents, state } = await readProfile(tx, now);
  const { status, verification_status, submitted_at, activated_at } = merchant;
  const { fields } = state;
  const change = await findLatestChange(tx);
  return {
    status,
    verification_status,
    submitted_at,
    activated_at,
    is_locked: !isEditable(status, verification_status),
    fields,
    names: findRegionNames(fields),
    people: people.map(toPerson),
    documents: documents.map(toDocument),
    document_needs: listDocumentNeeds(state),
    missing: listMissingItems(state).map(({ item, detail }) => toMissing(item, detail[language])),
    change: change === undefined ? null : change,
    events: (await listEvents(tx)).map((event) => ({
      ...event,
      reason: event.reason && translateMessage(event.reason, language),
    })),
  };
}

/** Problem that prevents a submission, with its text. */
export const listMissingItems = (state: ProfileState): { item: MissingItem; detail: Localized }[] =>
  listMissing(state).map((item) => ({ item, detail: formatMissing(item, findName(state, item)) }));

function findName({ people }: ProfileState, item: MissingItem): string | null {
  const person_id = 'person_id' in item ? item.person_id : null;
  return people.find(({ id }) => id === person_id)?.name ?? null;
}

const toMissing = (item: MissingItem, detail: string): BusinessProfile['missing'][number] => ({
  section: item.section,
  field: item.field,
  person_id: 'person_id' in item ? item.person_id : null,
  problem: 'problem' in item ? item.problem : 'missing',
  detail,
});

const toPerson = ({ id, role, name, nik_last4, phone, email, share_bps }: PersonRow): MerchantPerson => ({
  id,
  role,
  name,
  nik_masked: nik_last4 === null ? null : `••••••••••••${nik_last4}`,
  phone,
  email,
  share_bps,
});

export const toDocument = ({ file_id: _file, replaced_at: _replaced, ...document }: DocumentRow): MerchantDocument =>
  document;
