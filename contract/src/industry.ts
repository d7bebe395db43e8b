/** Industries of merchants, with the merchant category that each suggests. */
import { type Localized, localized } from './language.ts';

export const INDUSTRIES = [
  'restaurant',
  'packaged_food',
  'groceries',
  'fashion',
  'cosmetics',
  'electronics',
  'home_furniture',
  'health_services',
  'education',
  'travel',
  'transport',
  'digital_goods',
  'professional_services',
  'entertainment',
  'donations',
  'public_services',
  'other',
] as const;
export type Industry = (typeof INDUSTRIES)[number];

/** Merchant category (ISO 18245) that an industry suggests; the provider may choose another one. */
export const MCC_BY_INDUSTRY: Record<Industry, string> = {
  restaurant: '5812',
  packaged_food: '5499',
  groceries: '5411',
  fashion: '5691',
  cosmetics: '5977',
  electronics: '5732',
  home_furniture: '5712',
  health_services: '8099',
  education: '8299',
  travel: '4722',
  transport: '4121',
  digital_goods: '5815',
  professional_services: '7392',
  entertainment: '7999',
  donations: '8398',
  public_services: '9399',
  other: '5999',
};

export const INDUSTRY_LABELS: Record<Industry, Localized> = {
  restaurant: localized('Restaurant or café', 'Restoran atau kafe'),
  packaged_food: localized('Packaged food and drinks', 'Makanan dan minuman kemasan'),
  groceries: localized('Groceries', 'Bahan makanan'),
  fashion: localized('Fashion', 'Busana'),
  cosmetics: localized('Cosmetics', 'Kosmetik'),
  electronics: localized('Electronics', 'Elektronik'),
  home_furniture: localized('Home and furniture', 'Rumah dan furnitur'),
  health_services: localized('Health services', 'Layanan kesehatan'),
  education: localized('Education', 'Pendidikan'),
  travel: localized('Travel', 'Perjalanan wisata'),
  transport: localized('Transport', 'Transportasi'),
  digital_goods: localized('Digital goods', 'Produk digital'),
  professional_services: localized('Professional services', 'Jasa profesional'),
  entertainment: localized('Entertainment and sports', 'Hiburan dan olahraga'),
  donations: localized('Donations', 'Donasi'),
  public_services: localized('Public services', 'Layanan publik'),
  other: localized('Other retail', 'Ritel lainnya'),
};
