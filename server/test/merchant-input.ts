/** A merchant as the provider's form sends it. */

/** Changes of a merchant. */
export const MERCHANT_INPUT = {
  brand_name: 'Warung Sedap',
  legal_name: 'CV Warung Sedap',
  entity_type: 'cv',
  mcc: '5812',
  nmid: 'ID2020304050601',
  qris_criteria: 'UMI',
  city: 'BANDUNG',
  province_code: '32',
  address_line: 'Jl. Asia Afrika 8',
  postal_code: '40111',
  email: 'halo@sedap.example',
  phone: null,
  cs_phone: null,
  website: null,
  industry: null,
  description: null,
  nib: '1234567890123',
  npwp: null,
  npwp_name: null,
  monthly_volume: null,
  risk_level: 'low',
};
/** A new merchant, whose owner completes the business profile. */
export const NEW_MERCHANT = {
  ...MERCHANT_INPUT,
  code: 'SEDAP',
  start: 'onboarding',
  owner: { email: 'pemilik@sedap.example' },
};
