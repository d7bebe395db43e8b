/** Requirements of a business profile before it can be submitted and approved. Pure; the dashboard shows the same list. */
import type { Industry } from './industry.ts';
import type {
  DocumentStatus,
  DocumentType,
  PersonRole,
  ProfileField,
  ProfileFields,
} from './business-profile-fields.ts';
import type { EntityType } from './merchant-fields.ts';

export interface ProfilePerson {
  id: string;
  role: PersonRole;
  name: string;
  has_nik: boolean;
}

export interface ProfileDocument {
  document_type: DocumentType;
  person_id: string | null;
  status: DocumentStatus;
  expires_on: string | null;
}

export interface ProfileState {
  fields: ProfileFields;
  people: readonly ProfilePerson[];
  /** The current documents. */
  documents: readonly ProfileDocument[];
  /** Business day on which expired documents are found. */
  today: string;
}

export type ProfileSection = 'business' | 'address' | 'legal' | 'people' | 'documents';

/** Something that is missing, or a document that has to be replaced. */
export type MissingItem =
  | { section: 'business' | 'address' | 'legal'; field: ProfileField }
  | { section: 'people'; field: 'owner' | 'director' }
  | { section: 'people'; field: 'nik'; person_id: string }
  | {
      section: 'documents';
      field: DocumentType;
      person_id: string | null;
      problem: 'missing' | 'rejected' | 'expired';
    };

export interface DocumentNeed {
  document_type: DocumentType;
  person_id: string | null;
  is_required: boolean;
}

const COMPANY: readonly EntityType[] = ['pt', 'cv', 'pma'];
/** Industries that need a licence: BPOM or PIRT, BPOM, and TDUP. */
const LICENSED: readonly Industry[] = ['packaged_food', 'cosmetics', 'travel'];

const BUSINESS: readonly ProfileField[] = [
  'brand_name',
  'legal_name',
  'entity_type',
  'industry',
  'description',
  'email',
  'phone',
  'monthly_volume',
];
const ADDRESS: readonly ProfileField[] = [
  'address_line',
  'province_code',
  'regency_code',
  'district_code',
  'village_code',
  'postal_code',
];

/** The role that must sign for the business: its owner, or a director. */
export const getSignatoryRole = (entity: EntityType | null): 'owner' | 'director' =>
  entity === 'individual' ? 'owner' : 'director';

const isSignatory = (entity: EntityType | null, role: PersonRole): boolean => role === getSignatoryRole(entity);

/** Fields of the legal section that an entity must fill in. */
export function listLegalFields(entity: EntityType | null): ProfileField[] {
  if (entity === null || entity === 'individual') return [];
  const needed = new Set(
    listBusinessDocuments(entity, null)
      .filter((need) => need.is_required)
      .map((need) => need.document_type),
  );
  return [
    ...(needed.has('nib') ? (['nib'] as const) : []),
    ...(['npwp', 'npwp_name'] as const),
    ...(needed.has('deed') ? (['deed_no', 'deed_date'] as const) : []),
    ...(needed.has('sk') ? (['sk_no', 'sk_date'] as const) : []),
  ];
}

const need = (document_type: DocumentType, is_required: boolean, person_id: string | null = null): DocumentNeed => ({
  document_type,
  person_id,
  is_required,
});

function listBusinessDocuments(entity: EntityType, industry: Industry | null): DocumentNeed[] {
  const is_licensed = entity === 'foundation' || (industry !== null && LICENSED.includes(industry));
  const rest = [need('license', is_licensed), need('bank_book', false), need('other', false)];
  if (entity === 'individual') return [need('nib', false), need('business_proof', false), ...rest];
  const has_deed = COMPANY.includes(entity) || entity === 'foundation' || entity === 'cooperative';
  return [
    need('npwp_company', true),
    need('nib', entity !== 'government'),
    need('deed', has_deed),
    need('sk', true),
    ...rest,
  ];
}

/** Documents that the entity may and must upload, the required ones of each person first. */
export function listDocumentNeeds({ fields, people }: Pick<ProfileState, 'fields' | 'people'>): DocumentNeed[] {
  const { entity_type, industry } = fields;
  if (entity_type === null) return [];
  const of_people = people
    .filter(({ role }) => isSignatory(entity_type, role))
    .flatMap(({ id }) => [
      need('ktp', true, id),
      ...(entity_type === 'individual' ? [need('selfie', true, id)] : []),
      need('npwp_personal', entity_type !== 'individual' && entity_type !== 'government', id),
    ]);
  return [...of_people, ...listBusinessDocuments(entity_type, industry)];
}

/** Everything that prevents a submission. `is_reviewed`: what prevents an approval; every required document is decided. */
export function listMissing(state: ProfileState): MissingItem[] {
  return [...listMissingFields(state.fields), ...listMissingPeople(state), ...listMissingDocuments(state)];
}

function listMissingFields(fields: ProfileFields): MissingItem[] {
  const isEmpty = (field: ProfileField): boolean => fields[field] === null;
  const pick = (section: 'business' | 'address' | 'legal', names: readonly ProfileField[]): MissingItem[] =>
    names.filter(isEmpty).map((field) => ({ section, field }));
  return [
    ...pick('business', BUSINESS),
    ...pick('address', ADDRESS),
    ...pick('legal', listLegalFields(fields.entity_type)),
  ];
}

function listMissingPeople({ fields, people }: ProfileState): MissingItem[] {
  const role = getSignatoryRole(fields.entity_type);
  const signatories = people.filter((person) => person.role === role);
  if (signatories.length === 0) return [{ section: 'people', field: role }];
  // Foreign directors have a passport instead of a NIK.
  if (fields.entity_type === 'pma') return [];
  return signatories
    .filter((person) => !person.has_nik)
    .map(({ id }) => ({ section: 'people', field: 'nik', person_id: id }));
}

/** Required documents that are absent, rejected or expired. An optional one that was rejected does not count. */
export function listMissingDocuments(state: ProfileState): MissingItem[] {
  return listDocumentNeeds(state)
    .filter(({ is_required }) => is_required)
    .flatMap(({ document_type, person_id }): MissingItem[] => {
      const found = state.documents.find(
        (document) => document.document_type === document_type && document.person_id === person_id,
      );
      const problem = getDocumentProblem(found, state.today);
      return problem === null ? [] : [{ section: 'documents', field: document_type, person_id, problem }];
    });
}

function getDocumentProblem(
  document: ProfileDocument | undefined,
  today: string,
): 'missing' | 'rejected' | 'expired' | null {
  if (document === undefined) return 'missing';
  if (document.status === 'rejected') return 'rejected';
  return document.expires_on !== null && document.expires_on < today ? 'expired' : null;
}
