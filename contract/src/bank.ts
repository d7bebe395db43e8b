/** Indonesian banks and the structure of their virtual account numbers (domain 4.3). */

/** Provider of payments that the bank of the installation processes; merchants have banks of their own beside it. */
export const BANK_PARTNER_ID = 'bank';

export interface BankInfo {
  /** Three digits assigned by Bank Indonesia. */
  code: string;
  /** Channel code of a payment. */
  channel: string;
  /** Name for people, in full. */
  name: string;
  /** Name for people where space is short, such as `BCA` or `Mandiri`. */
  short_name: string;
  /** Abbreviations, former names and app names that people search for. */
  aliases: readonly string[];
  /** Whether the bank can be reached over BI-FAST. */
  bi_fast: boolean;
}

const ROWS = [
  { code: '002', channel: 'BRI', name: 'Bank Rakyat Indonesia', short_name: 'BRI', bi_fast: true },
  { code: '008', channel: 'MANDIRI', name: 'Bank Mandiri', short_name: 'Mandiri', bi_fast: true },
  { code: '009', channel: 'BNI', name: 'Bank Negara Indonesia', short_name: 'BNI', bi_fast: true },
  { code: '011', channel: 'DANAMON', name: 'Bank Danamon', short_name: 'Danamon', bi_fast: true },
  { code: '013', channel: 'PERMATA', name: 'Bank Permata', short_name: 'Permata', bi_fast: true },
  { code: '014', channel: 'BCA', name: 'Bank Central Asia', short_name: 'BCA', bi_fast: true },
  { code: '016', channel: 'MAYBANK', name: 'Maybank Indonesia', short_name: 'Maybank', bi_fast: true },
  { code: '019', channel: 'PANIN', name: 'Bank Panin', short_name: 'Panin', bi_fast: true },
  { code: '022', channel: 'CIMB', name: 'CIMB Niaga', short_name: 'CIMB Niaga', bi_fast: true },
  { code: '023', channel: 'UOB', name: 'UOB Indonesia', short_name: 'UOB', bi_fast: true },
  { code: '028', channel: 'OCBC', name: 'OCBC Indonesia', short_name: 'OCBC', bi_fast: true },
  { code: '031', channel: 'CITIBANK', name: 'Citibank', short_name: 'Citibank', bi_fast: true },
  { code: '036', channel: 'CCB', name: 'CCB Indonesia', short_name: 'CCB', bi_fast: false },
  { code: '037', channel: 'ARTHA_GRAHA', name: 'Bank Artha Graha', short_name: 'Artha Graha', bi_fast: false },
  { code: '040', channel: 'BANGKOK', name: 'Bangkok Bank', short_name: 'Bangkok Bank', bi_fast: false },
  { code: '041', channel: 'HSBC', name: 'HSBC Indonesia', short_name: 'HSBC', bi_fast: true },
  { code: '042', channel: 'MUFG', name: 'MUFG Bank', short_name: 'MUFG', bi_fast: false },
  { code: '046', channel: 'DBS', name: 'DBS Indonesia', short_name: 'DBS', bi_fast: true },
  { code: '047', channel: 'RESONA', name: 'Bank Resona Perdania', short_name: 'Resona Perdania', bi_fast: false },
  { code: '048', channel: 'MIZUHO', name: 'Mizuho Indonesia', short_name: 'Mizuho', bi_fast: false },
  {
    code: '050',
    channel: 'STANDARD_CHARTERED',
    name: 'Standard Chartered',
    short_name: 'Standard Chartered',
    bi_fast: true,
  },
  { code: '147', channel: 'MUAMALAT', name: 'Bank Muamalat', short_name: 'Muamalat', bi_fast: true },
  { code: '153', channel: 'SINARMAS', name: 'Bank Sinarmas', short_name: 'Sinarmas', bi_fast: true },
  { code: '200', channel: 'BTN', name: 'Bank Tabungan Negara', short_name: 'BTN', bi_fast: true },
  { code: '426', channel: 'MEGA', name: 'Bank Mega', short_name: 'Mega', bi_fast: true },
  { code: '441', channel: 'KB_BUKOPIN', name: 'KB Bank', short_name: 'KB Bank', bi_fast: true },
  { code: '451', channel: 'BSI', name: 'Bank Syariah Indonesia', short_name: 'BSI', bi_fast: true },
  { code: '536', channel: 'BCA_SYARIAH', name: 'BCA Syariah', short_name: 'BCA Syariah', bi_fast: true },
] as const satisfies readonly Omit<BankInfo, 'aliases'>[];

const ALIASES: Record<(typeof ROWS)[number]['channel'], readonly string[]> = {
  BRI: ['BRI', 'BRImo', 'Bank BRI'],
  MANDIRI: ['Mandiri', 'Livin'],
  BNI: ['BNI', 'BNI 46', 'Bank BNI'],
  DANAMON: ['Danamon', 'D-Bank'],
  PERMATA: ['Permata', 'PermataBank'],
  BCA: ['BCA', 'Bank BCA', 'KlikBCA'],
  MAYBANK: ['Maybank', 'BII', 'Bank Internasional Indonesia'],
  PANIN: ['Panin', 'PaninBank', 'Pan Indonesia'],
  CIMB: ['CIMB', 'Niaga', 'Bank CIMB Niaga', 'OCTO'],
  UOB: ['UOB', 'TMRW', 'United Overseas Bank', 'Bank UOB'],
  OCBC: ['OCBC', 'NISP', 'OCBC NISP', 'Bank OCBC'],
  CITIBANK: ['Citi', 'Citibank NA'],
  CCB: ['CCB', 'China Construction Bank', 'Bank CCB'],
  ARTHA_GRAHA: ['Artha Graha', 'BAG', 'Artha Graha Internasional'],
  BANGKOK: ['Bangkok', 'BBL'],
  HSBC: ['HSBC', 'Bank HSBC', 'Hongkong and Shanghai'],
  MUFG: ['MUFG', 'Mitsubishi', 'Bank of Tokyo'],
  DBS: ['DBS', 'digibank', 'Bank DBS'],
  RESONA: ['Resona', 'Perdania', 'BRP'],
  MIZUHO: ['Mizuho', 'Bank Mizuho'],
  STANDARD_CHARTERED: ['StanChart', 'SCB', 'SC'],
  MUAMALAT: ['Muamalat', 'BMI', 'Muamalat DIN'],
  SINARMAS: ['Sinarmas', 'Sinar Mas', 'BSIM'],
  BTN: ['BTN', 'Bank BTN'],
  MEGA: ['Mega', 'M-Smile'],
  KB_BUKOPIN: ['KB', 'Bukopin', 'KB Bukopin'],
  BSI: ['BSI', 'Mandiri Syariah', 'BSM', 'BNI Syariah', 'BRI Syariah'],
  BCA_SYARIAH: ['BCAS', 'Bank BCA Syariah'],
};

/** Banks that accept transfers, by their Bank Indonesia code. */
export const BANKS: readonly BankInfo[] = ROWS.map((row) => ({ ...row, aliases: ALIASES[row.channel] }));

const findBank = (id: string): BankInfo | undefined => BANKS.find(({ code, channel }) => code === id || channel === id);

/** Short name of a bank for people, by its Bank Indonesia code or channel: `Mandiri` for `008` and `MANDIRI`. */
export const bankShortName = (id: string): string => findBank(id)?.short_name ?? id;

/** Full name of a bank, by its Bank Indonesia code or channel: `Bank Mandiri` for `008` and `MANDIRI`. */
export const bankName = (id: string): string => findBank(id)?.name ?? id;

/** Whether a search text matches a bank by name, alias or code. Ignores case; every word must start a word of the bank's names. */
export function isBankMatch(bank: BankInfo, search: string): boolean {
  const words = [bank.code, bank.name, bank.short_name, ...bank.aliases]
    .join(' ')
    .toLowerCase()
    .split(/[\s-]+/);
  const terms = search
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((term) => term !== '');
  return terms.every((term) => words.some((word) => word.startsWith(term)));
}

export interface VaBankInfo {
  channel: VaBank;
  /** Prefix of a number: the provider's company code at the bank. */
  company_code: string;
  /** Digits after the company code and the five merchant digits, which the merchant may choose. */
  suffix_digits: number;
  /** Minimum and maximum amount of one payment, in whole rupiah. */
  amount_min: number;
  amount_max: number;
  /** Maximum length of the holder name. */
  holder_name_max: number;
  /** Whether customers of other banks can pay to it. */
  from_any_bank: boolean;
}

export const VA_BANK_CHANNELS = ['BCA', 'MANDIRI', 'BNI', 'BRI', 'PERMATA', 'CIMB'] as const;
export type VaBank = (typeof VA_BANK_CHANNELS)[number];

const VA_AMOUNT_MIN = 10_000;

/** Banks that issue virtual accounts. Sources: domain 4.3; amount limits follow the contract with each bank. */
export const VA_BANKS: readonly VaBankInfo[] = [
  {
    channel: 'BCA',
    company_code: '39025',
    suffix_digits: 8,
    amount_min: VA_AMOUNT_MIN,
    amount_max: 50_000_000,
    holder_name_max: 24,
    from_any_bank: false,
  },
  {
    channel: 'MANDIRI',
    company_code: '70012',
    suffix_digits: 6,
    amount_min: VA_AMOUNT_MIN,
    amount_max: 50_000_000_000,
    holder_name_max: 30,
    from_any_bank: false,
  },
  {
    channel: 'BNI',
    company_code: '988',
    suffix_digits: 8,
    amount_min: VA_AMOUNT_MIN,
    amount_max: 50_000_000_000,
    holder_name_max: 30,
    from_any_bank: true,
  },
  {
    channel: 'BRI',
    company_code: '10001',
    suffix_digits: 8,
    amount_min: VA_AMOUNT_MIN,
    amount_max: 50_000_000_000,
    holder_name_max: 40,
    from_any_bank: true,
  },
  {
    channel: 'PERMATA',
    company_code: '8528',
    suffix_digits: 7,
    amount_min: VA_AMOUNT_MIN,
    amount_max: 50_000_000_000,
    holder_name_max: 30,
    from_any_bank: true,
  },
  {
    channel: 'CIMB',
    company_code: '5919',
    suffix_digits: 7,
    amount_min: VA_AMOUNT_MIN,
    amount_max: 50_000_000_000,
    holder_name_max: 30,
    from_any_bank: true,
  },
];

/** Digits of a number that identify its merchant. */
export const VA_MERCHANT_DIGITS = 5;

export function getVaBank(channel: VaBank): VaBankInfo {
  const found = VA_BANKS.find((bank) => bank.channel === channel);
  if (found === undefined) throw new Error(`Unknown bank ${channel}`);
  return found;
}

/** Builds a number: company code, five merchant digits, and the suffix left-padded with zeros. */
export function buildVaNumber(channel: VaBank, va_part: string, suffix: string): string {
  const { company_code, suffix_digits } = getVaBank(channel);
  if (!/^\d+$/.test(suffix) || suffix.length > suffix_digits)
    throw new RangeError(`Invalid suffix for ${channel}: ${suffix}`);
  return company_code + va_part + suffix.padStart(suffix_digits, '0');
}

/** Parses a number; returns null when it is not one of ours. Company codes and lengths make the result unambiguous. */
export function parseVaNumber(number: string): { channel: VaBank; va_part: string; suffix: string } | null {
  for (const { channel, company_code, suffix_digits } of VA_BANKS) {
    const digits = company_code.length + VA_MERCHANT_DIGITS + suffix_digits;
    if (!/^\d+$/.test(number) || number.length !== digits || !number.startsWith(company_code)) continue;
    const at = company_code.length + VA_MERCHANT_DIGITS;
    return { channel, va_part: number.slice(company_code.length, at), suffix: number.slice(at) };
  }
  return null;
}
