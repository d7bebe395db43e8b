/** Values of the profile for the provider. */
import { type Industry, INDUSTRY_LABELS } from '@dasbor/contract/industry';
import type { ProfileField } from '@dasbor/contract/business-profile-fields';
import { ENTITY_LABELS } from '@dasbor/contract/business-profile-labels';
import { formatDay, formatRupiah } from '@dasbor/contract/format';
import type { EntityType } from '@dasbor/contract/merchant-fields';
import { currentLanguage } from '../ui/define-messages.ts';

/** null for an empty value. */
export function formatDetail(field: ProfileField, value: string | number | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  const language = currentLanguage();
  if (field === 'entity_type') return ENTITY_LABELS[value as EntityType][language];
  if (field === 'industry') return INDUSTRY_LABELS[value as Industry][language];
  if (field === 'monthly_volume') return formatRupiah(Number(value));
  if (field === 'deed_date' || field === 'sk_date') return formatDay(String(value), language);
  return String(value);
}
