/** Names of the tags of a QRIS payload (domain 4.1). */

const NAMES: Record<string, string> = {
  '00': 'Payload format',
  '01': 'Static or dynamic',
  '51': 'National merchant account',
  '52': 'Merchant category',
  '53': 'Currency',
  '54': 'Amount',
  '55': 'Tip indicator',
  '56': 'Fixed tip',
  '57': 'Tip in percent',
  '58': 'Country',
  '59': 'Merchant name',
  '60': 'Merchant city',
  '61': 'Postal code',
  '62': 'Additional data',
  '63': 'CRC',
  '64': 'Merchant information in another language',
};

const ACCOUNT_NAMES: Record<string, string> = {
  '00': 'Domain',
  '01': 'Merchant PAN',
  '02': 'Merchant id',
  '03': 'Merchant criteria',
};

const ADDITIONAL_NAMES: Record<string, string> = {
  '01': 'Bill number',
  '02': 'Mobile number',
  '03': 'Store label',
  '04': 'Loyalty number',
  '05': 'Reference label',
  '06': 'Customer label',
  '07': 'Terminal label',
  '08': 'Purpose',
  '09': 'Consumer data request',
};

const isAccount = (tag: string): boolean => tag >= '26' && tag <= '51';
/** Whether the value of a tag is itself a list of elements. */
export const isTemplate = (tag: string): boolean => isAccount(tag) || tag === '62' || tag === '64';

/** Name of a tag for a person; `parent` is the template that it stands in. */
export function getTagName(tag: string, parent?: string): string {
  if (parent === '51' && tag === '02') return 'NMID';
  if (parent !== undefined && isAccount(parent)) return ACCOUNT_NAMES[tag] ?? `Field ${tag}`;
  if (parent !== undefined) return ADDITIONAL_NAMES[tag] ?? `Field ${tag}`;
  return NAMES[tag] ?? (isAccount(tag) ? 'Merchant account' : `Field ${tag}`);
}
