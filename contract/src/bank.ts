/** Banks of Indonesia, and how each one's virtual account numbers are built (domain 4.3). */

export interface BankInfo {
  /** Three digits of Bank Indonesia. */
  code: string;
  /** Short name: the channel code of a payment. */
  channel: string;
  name: string;
  /** Whether BI-FAST reaches it. */
  bi_fast: boolean;
}

/** Banks that money can be sent to, by their Bank Indonesia code. */
export const BANKS: readonly BankInfo[] = [
  { code: '002', channel: 'BRI', name: 'Bank Rakyat Indonesia', bi_fast: true },
  { code: '008', channel: 'MANDIRI', name: 'Bank Mandiri', bi_fast: true },
  { code: '009', channel: 'BNI', name: 'Bank Negara Indonesia', bi_fast: true },
  { code: '011', channel: 'DANAMON', name: 'Bank Danamon', bi_fast: true },
  { code: '013', channel: 'PERMATA', name: 'Bank Permata', bi_fast: true },
  { code: '014', channel: 'BCA', name: 'Bank Central Asia', bi_fast: true },
  { code: '016', channel: 'MAYBANK', name: 'Maybank Indonesia', bi_fast: true },
  { code: '019', channel: 'PANIN', name: 'Bank Panin', bi_fast: true },
  { code: '022', channel: 'CIMB', name: 'CIMB Niaga', bi_fast: true },
  { code: '023', channel: 'UOB', name: 'UOB Indonesia', bi_fast: true },
  { code: '028', channel: 'OCBC', name: 'OCBC Indonesia', bi_fast: true },
  { code: '031', channel: 'CITIBANK', name: 'Citibank', bi_fast: true },
  { code: '036', channel: 'CCB', name: 'CCB Indonesia', bi_fast: false },
  { code: '037', channel: 'ARTHA_GRAHA', name: 'Bank Artha Graha', bi_fast: false },
  { code: '040', channel: 'BANGKOK', name: 'Bangkok Bank', bi_fast: false },
  { code: '041', channel: 'HSBC', name: 'HSBC Indonesia', bi_fast: true },
  { code: '042', channel: 'MUFG', name: 'MUFG Bank', bi_fast: false },
  { code: '046', channel: 'DBS', name: 'DBS Indonesia', bi_fast: true },
  { code: '047', channel: 'RESONA', name: 'Bank Resona Perdania', bi_fast: false },
  { code: '048', channel: 'MIZUHO', name: 'Mizuho Indonesia', bi_fast: false },
  { code: '050', channel: 'STANDARD_CHARTERED', name: 'Standard Chartered', bi_fast: true },
  { code: '147', channel: 'MUAMALAT', name: 'Bank Muamalat', bi_fast: true },
  { code: '153', channel: 'SINARMAS', name: 'Bank Sinarmas', bi_fast: true },
  { code: '200', channel: 'BTN', name: 'Bank Tabungan Negara', bi_fast: true },
  { code: '426', channel: 'MEGA', name: 'Bank Mega', bi_fast: true },
  { code: '441', channel: 'KB_BUKOPIN', name: 'KB Bank', bi_fast: true },
  { code: '451', channel: 'BSI', name: 'Bank Syariah Indonesia', bi_fast: true },
  { code: '536', channel: 'BCA_SYARIAH', name: 'BCA Syariah', bi_fast: true },
];

export interface VaBankInfo {
  channel: VaBank;
  /** What a number begins with: the provider's company code at the bank. */
  company_code: string;
  /** Digits after the company code and the merchant's five: the part that a merchant may choose. */
  suffix_digits: number;
  /** Least and greatest amount of one payment, whole rupiah. */
  amount_min: number;
  amount_max: number;
  /** Longest name of the holder. */
  holder_name_max: number;
  /** Whether customers of other banks can pay it. */
  from_any_bank: boolean;
}

export const VA_BANK_CHANNELS = ['BCA', 'MANDIRI', 'BNI', 'BRI', 'PERMATA', 'CIMB'] as const;
export type VaBank = (typeof VA_BANK_CHANNELS)[number];

/** Banks that issue virtual accounts. Sources: domain 4.3; least and greatest amounts are settings of the contract with each bank. */
export const VA_BANKS: readonly VaBankInfo[] = [
  buildVaBank('BCA', '39025', 8, 50_000_000, 24, false),
  buildVaBank('MANDIRI', '70012', 6, 50_000_000_000, 30, false),
  buildVaBank('BNI', '988', 8, 50_000_000_000, 30, true),
  buildVaBank('BRI', '10001', 8, 50_000_000_000, 40, true),
  buildVaBank('PERMATA', '8528', 7, 50_000_000_000, 30, true),
  buildVaBank('CIMB', '5919', 7, 50_000_000_000, 30, true),
];

function buildVaBank(
  channel: VaBank,
  company_code: string,
  suffix_digits: number,
  amount_max: number,
  holder_name_max: number,
  from_any_bank: boolean,
): VaBankInfo {
  return { channel, company_code, suffix_digits, amount_min: 10_000, amount_max, holder_name_max, from_any_bank };
}

/** Digits of a number that name its merchant. */
export const VA_MERCHANT_DIGITS = 5;

export function getVaBank(channel: VaBank): VaBankInfo {
  const found = VA_BANKS.find((bank) => bank.channel === channel);
  if (found === undefined) throw new Error(`No bank ${channel}`);
  return found;
}

/** The whole number: company code, the merchant's five digits, and the suffix filled with zeros from the left. */
export function buildVaNumber(channel: VaBank, va_part: string, suffix: string): string {
  const { company_code, suffix_digits } = getVaBank(channel);
  if (!/^\d+$/.test(suffix) || suffix.length > suffix_digits)
    throw new RangeError(`Not a suffix of ${channel}: ${suffix}`);
  return company_code + va_part + suffix.padStart(suffix_digits, '0');
}

/** Takes a number apart; null when it is none that we could have issued. The lengths and company codes make it unambiguous. */
export function parseVaNumber(number: string): { channel: VaBank; va_part: string; suffix: string } | null {
  for (const { channel, company_code, suffix_digits } of VA_BANKS) {
    const digits = company_code.length + VA_MERCHANT_DIGITS + suffix_digits;
    if (!/^\d+$/.test(number) || number.length !== digits || !number.startsWith(company_code)) continue;
    const at = company_code.length + VA_MERCHANT_DIGITS;
    return { channel, va_part: number.slice(company_code.length, at), suffix: number.slice(at) };
  }
  return null;
}
