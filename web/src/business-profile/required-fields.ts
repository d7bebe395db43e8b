/** Which fields of the profile a submission needs. */
import type { ProfileField, ProfileFields } from '@dasbor/contract/business-profile-fields';
import { listLegalFields } from '@dasbor/contract/business-profile-rules';
import { SECTION_FIELDS } from '../profile-fields/profile-field.tsx';

const ALWAYS: readonly ProfileField[] = [
  'brand_name',
  'legal_name',
  'entity_type',
  'industry',
  'description',
  'email',
  'phone',
  'monthly_volume',
  ...SECTION_FIELDS.address,
];

export const isRequired = (field: ProfileField, entity: ProfileFields['entity_type']): boolean =>
  ALWAYS.includes(field) || listLegalFields(entity).includes(field);
