/** Requirements of each legal form and industry. */
import type { Industry } from './industry.ts';
import { describe, expect, test } from 'vitest';
import type { ProfileFields } from './business-profile-fields.ts';
import { formatMissing } from './business-profile-labels.ts';
import { type ProfileState, listDocumentNeeds, listMissing } from './business-profile-rules.ts';
import { ENTITY_TYPES, type EntityType } from './merchant-fields.ts';

const FIELDS: ProfileFields = {
  brand_name: 'Warung Baru',
  legal_name: 'Budi',
  entity_type: 'individual',
  industry: 'restaurant',
  description: 'Nasi goreng',
  website: null,
  email: 'baru@warung.example',
  phone: '+6281234567890',
  cs_email: null,
  cs_phone: null,
  monthly_volume: 5_000_000,
  address_line: 'Jalan Melati 1',
  province_code: '31',
  regency_code: '31.74',
  district_code: '31.74.01',
  village_code: '31.74.01.1001',
  postal_code: '12810',
  nib: null,
  npwp: null,
  npwp_name: null,
  deed_no: null,
  deed_date: null,
  sk_no: null,
  sk_date: null,
};
const OWNER = { id: 'mpe_1', role: 'owner', name: 'Budi', has_nik: true } as const;
const DIRECTOR = { ...OWNER, role: 'director' } as const;
const document = (document_type: string, person_id: string | null = null, more: object = {}) => ({
  document_type,
  person_id,
  status: 'uploaded',
  expires_on: null,
  ...more,
});
const build = (change: Partial<ProfileFields> = {}, more: object = {}): ProfileState =>
  ({ fields: { ...FIELDS, ...change }, people: [OWNER], documents: [], today: '2026-11-22', ...more }) as ProfileState;
const listNames = (state: ProfileState) => listMissing(state).map(({ section, field }) => `${section}.${field}`);
const required = (entity_type: EntityType, industry: Industry = 'restaurant') =>
  listDocumentNeeds(build({ entity_type, industry }, { people: [entity_type === 'individual' ? OWNER : DIRECTOR] }))
    .filter((need) => need.is_required)
    .map((need) => need.document_type);

describe('documents', () => {
  test.each<[EntityType, string]>([
    ['individual', 'ktp selfie'],
    ['pt', 'ktp npwp_personal npwp_company nib deed sk'],
    ['pma', 'ktp npwp_personal npwp_company nib deed sk'],
    ['cv', 'ktp npwp_personal npwp_company nib deed sk'],
    ['pt_perorangan', 'ktp npwp_personal npwp_company nib sk'],
    ['foundation', 'ktp npwp_personal npwp_company nib deed sk license'],
    ['cooperative', 'ktp npwp_personal npwp_company nib deed sk'],
    ['government', 'ktp npwp_company sk'],
  ])('%s: %s', (entity, types) => {
    expect(required(entity).join(' ')).toBe(types);
  });

  test('food in packages, cosmetics and travel need a licence', () => {
    for (const industry of ['packaged_food', 'cosmetics', 'travel'] as const) {
      for (const entity of ENTITY_TYPES) expect(required(entity, industry)).toContain('license');
    }
    expect(required('pt', 'fashion')).not.toContain('license');
  });

  test('one identity card for each director', () => {
    const people = [DIRECTOR, { ...DIRECTOR, id: 'mpe_2' }, { ...DIRECTOR, id: 'mpe_3', role: 'pic_finance' }];
    const needs = listDocumentNeeds(build({ entity_type: 'pt' }, { people }));
    const of_cards = needs.filter((need) => need.document_type === 'ktp').map((need) => need.person_id);
    expect(of_cards).toEqual(['mpe_1', 'mpe_2']);
  });
});

describe('what is missing', () => {
  const complete = [document('ktp', 'mpe_1'), document('selfie', 'mpe_1')];

  test('nothing of a complete profile', () => {
    expect(listMissing(build({}, { documents: complete }))).toEqual([]);
  });

  test('fields of the legal form', () => {
    const documents = [...complete];
    expect(listNames(build({ description: null, village_code: null }, { documents }))).toEqual([
      'business.description',
      'address.village_code',
    ]);
    const company = listNames(build({ entity_type: 'pt' }, { people: [DIRECTOR] }));
    expect(company.filter((name) => name.startsWith('legal'))).toEqual([
      'legal.nib',
      'legal.npwp',
      'legal.npwp_name',
      'legal.deed_no',
      'legal.deed_date',
      'legal.sk_no',
      'legal.sk_date',
    ]);
  });

  test('the person who signs, and the NIK', () => {
    expect(listNames(build({ entity_type: 'pt' }))).toContain('people.director');
    const people = [{ ...OWNER, has_nik: false }];
    expect(listNames(build({}, { documents: complete, people }))).toEqual(['people.nik']);
    const foreign = build({ entity_type: 'pma' }, { people: [{ ...DIRECTOR, has_nik: false }] });
    expect(listNames(foreign)).not.toContain('people.nik');
  });

  test('rejected and expired documents, and those of a person who left', () => {
    const rejected = [document('ktp', 'mpe_1', { status: 'rejected' }), complete[1]];
    expect(listMissing(build({}, { documents: rejected }))).toMatchObject([{ field: 'ktp', problem: 'rejected' }]);
    const expired = [document('ktp', 'mpe_1', { expires_on: '2026-11-21' }), complete[1]];
    expect(listMissing(build({}, { documents: expired }))).toMatchObject([{ field: 'ktp', problem: 'expired' }]);
    const last_day = [document('ktp', 'mpe_1', { expires_on: '2026-11-22' }), complete[1]];
    expect(listMissing(build({}, { documents: last_day }))).toEqual([]);
    const foreign = [document('ktp', 'mpe_9'), complete[1]];
    expect(listMissing(build({}, { documents: foreign }))).toMatchObject([{ field: 'ktp', problem: 'missing' }]);
  });

  test('as sentences', () => {
    const [item] = listMissing(build());
    expect(item && formatMissing(item, 'Budi')).toEqual({
      en: 'Identity card (KTP) or passport (Budi) is missing.',
      id: 'KTP atau paspor (Budi) belum diunggah.',
    });
  });
});
