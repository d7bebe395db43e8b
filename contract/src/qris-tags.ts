/** Names of the tags of a QRIS payload (domain 4.1). */
import { type Localized, localized } from './language.ts';

const NAMES: Record<string, Localized> = {
  '00': localized('Payload format', 'Format payload'),
  '01': localized('Static or dynamic', 'Statis atau dinamis'),
  '51': localized('National merchant account', 'Akun merchant nasional'),
  '52': localized('Merchant category', 'Kategori merchant'),
  '53': localized('Currency', 'Mata uang'),
  '54': localized('Amount', 'Jumlah'),
  '55': localized('Tip indicator', 'Indikator tip'),
  '56': localized('Fixed tip', 'Tip tetap'),
  '57': localized('Percentage tip', 'Tip persentase'),
  '58': localized('Country', 'Negara'),
  '59': localized('Merchant name', 'Nama merchant'),
  '60': localized('Merchant city', 'Kota merchant'),
  '61': localized('Postal code', 'Kode pos'),
  '62': localized('Additional data', 'Data tambahan'),
  '63': localized('CRC', 'CRC'),
  '64': localized('Merchant information in another language', 'Informasi merchant dalam bahasa lain'),
};

const ACCOUNT_NAMES: Record<string, Localized> = {
  '00': localized('Domain', 'Domain'),
  '01': localized('Merchant PAN', 'PAN merchant'),
  '02': localized('Merchant ID', 'ID merchant'),
  '03': localized('Merchant criteria', 'Kriteria merchant'),
};

const ADDITIONAL_NAMES: Record<string, Localized> = {
  '01': localized('Bill number', 'Nomor tagihan'),
  '02': localized('Mobile number', 'Nomor ponsel'),
  '03': localized('Store label', 'Label toko'),
  '04': localized('Loyalty number', 'Nomor loyalitas'),
  '05': localized('Reference label', 'Label referensi'),
  '06': localized('Customer label', 'Label pelanggan'),
  '07': localized('Terminal label', 'Label terminal'),
  '08': localized('Purpose', 'Tujuan'),
  '09': localized('Consumer data request', 'Permintaan data konsumen'),
};

const NMID = localized('NMID', 'NMID');
const MERCHANT_ACCOUNT = localized('Merchant account', 'Akun merchant');

const isAccount = (tag: string): boolean => tag >= '26' && tag <= '51';
/** Whether the value of a tag is itself a list of elements. */
export const isTemplate = (tag: string): boolean => isAccount(tag) || tag === '62' || tag === '64';

/** Name of a tag; `parent` is the template that contains it. */
export function getTagName(tag: string, parent?: string): Localized {
  const unknown = localized(`Field ${tag}`, `Kolom ${tag}`);
  if (parent === '51' && tag === '02') return NMID;
  if (parent !== undefined && isAccount(parent)) return ACCOUNT_NAMES[tag] ?? unknown;
  if (parent !== undefined) return ADDITIONAL_NAMES[tag] ?? unknown;
  return NAMES[tag] ?? (isAccount(tag) ? MERCHANT_ACCOUNT : unknown);
}
