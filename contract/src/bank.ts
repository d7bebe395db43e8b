/** Indonesian banks and the structure of their virtual account numbers (domain 4.3). */

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

/** Banks that accept transfers, by their Bank Indonesia code. */
export const BANKS: readonly BankInfo[] = [
  {
    code: '002',
    channel: 'BRI',
    name: 'Bank Rakyat Indonesia',
    short_name: 'BRI',
    aliases: ['BRI', 'BRImo', 'Bank BRI'],
    bi_fast: true,
  },
  {
    code: '008',
    channel: 'MANDIRI',
    name: 'Bank Mandiri',
    short_name: 'Mandiri',
    aliases: ['Mandiri', 'Livin'],
    bi_fast: true,
  },
  {
    code: '009',
    channel: 'BNI',
    name: 'Bank Negara Indonesia',
    short_name: 'BNI',
    aliases: ['BNI', 'BNI 46', 'Bank BNI'],
    bi_fast: true,
  },
  {
    code: '011',
    channel: 'DANAMON',
    name: 'Bank Danamon',
    short_name: 'Danamon',
    aliases: ['Danamon', 'D-Bank'],
    bi_fast: true,
  },
  {
    code: '013',
    channel: 'PERMATA',
    name: 'Bank Permata',
    short_name: 'Permata',
    aliases: ['Permata', 'PermataBank'],
    bi_fast: true,
  },
  {
    code: '014',
    channel: 'BCA',
    name: 'Bank Central Asia',
    short_name: 'BCA',
    aliases: ['BCA', 'Bank BCA', 'KlikBCA'],
    bi_fast: true,
  },
  {
    code: '016',
    channel: 'MAYBANK',
    name: 'Maybank Indonesia',
    short_name: 'Maybank',
    aliases: ['Maybank', 'BII', 'Bank Internasional Indonesia'],
    bi_fast: true,
  },
  {
    code: '019',
    channel: 'PANIN',
    name: 'Bank Panin',
    short_name: 'Panin',
    aliases: ['Panin', 'PaninBank', 'Pan Indonesia'],
    bi_fast: true,
  },
  {
    code: '022',
    channel: 'CIMB',
    name: 'CIMB Niaga',
    short_name: 'CIMB Niaga',
    aliases: ['CIMB', 'Niaga', 'Bank CIMB Niaga', 'OCTO'],
    bi_fast: true,
  },
  {
    code: '023',
    channel: 'UOB',
    name: 'UOB Indonesia',
    short_name: 'UOB',
    aliases: ['UOB', 'TMRW', 'United Overseas Bank', 'Bank UOB'],
    bi_fast: true,
  },
  {
    code: '028',
    channel: 'OCBC',
    name: 'OCBC Indonesia',
    short_name: 'OCBC',
    aliases: ['OCBC', 'NISP', 'OCBC NISP', 'Bank OCBC'],
    bi_fast: true,
  },
  {
    code: '031',
    channel: 'CITIBANK',
    name: 'Citibank',
    short_name: 'Citibank',
    aliases: ['Citi', 'Citibank NA'],
    bi_fast: true,
  },
  {
    code: '036',
    channel: 'CCB',
    name: 'CCB Indonesia',
    short_name: 'CCB',
    aliases: ['CCB', 'China Construction Bank', 'Bank CCB'],
    bi_fast: false,
  },
  {
    code: '037',
    channel: 'ARTHA_GRAHA',
    name: 'Bank Artha Graha',
    short_name: 'Artha Graha',
    aliases: ['Artha Graha', 'BAG', 'Artha Graha Internasional'],
    bi_fast: false,
  },
  {
    code: '040',
    channel: 'BANGKOK',
    name: 'Bangkok Bank',
    short_name: 'Bangkok Bank',
    aliases: ['Bangkok', 'BBL'],
    bi_fast: false,
  },
  {
    code: '041',
    channel: 'HSBC',
    name: 'HSBC Indonesia',
    short_name: 'HSBC',
    aliases: ['HSBC', 'Bank HSBC', 'Hongkong and Shanghai'],
    bi_fast: true,
  },
  {
    code: '042',
    channel: 'MUFG',
    name: 'MUFG Bank',
    short_name: 'MUFG',
    aliases: ['MUFG', 'Mitsubishi', 'Bank of Tokyo'],
    bi_fast: false,
  },
  {
    code: '046',
    channel: 'DBS',
    name: 'DBS Indonesia',
    short_name: 'DBS',
    aliases: ['DBS', 'digibank', 'Bank DBS'],
    bi_fast: true,
  },
  {
    code: '047',
    channel: 'RESONA',
    name: 'Bank Resona Perdania',
    short_name: 'Resona Perdania',
    aliases: ['Resona', 'Perdania', 'BRP'],
    bi_fast: false,
  },
  {
    code: '048',
    channel: 'MIZUHO',
    name: 'Mizuho Indonesia',
    short_name: 'Mizuho',
    aliases: ['Mizuho', 'Bank Mizuho'],
    bi_fast: false,
  },
  {
    code: '050',
    channel: 'STANDARD_CHARTERED',
    name: 'Standard Chartered',
    short_name: 'Standard Chartered',
    aliases: ['StanChart', 'SCB', 'SC'],
    bi_fast: true,
  },
  {
    code: '147',
    channel: 'MUAMALAT',
    name: 'Bank Muamalat',
    short_name: 'Muamalat',
    aliases: ['Muamalat', 'BMI', 'Muamalat DIN'],
    bi_fast: true,
  },
  {
    code: '153',
    channel: 'SINARMAS',
    name: 'Bank Sinarmas',
    short_name: 'Sinarmas',
    aliases: ['Sinarmas', 'Sinar Mas', 'BSIM'],
    bi_fast: true,
  },
  {
    code: '200',
    channel: 'BTN',
    name: 'Bank Tabungan Negara',
    short_name: 'BTN',
    aliases: ['BTN', 'Bank BTN'],
    bi_fast: true,
  },
  {
    code: '426',
    channel: 'MEGA',
    name: 'Bank Mega',
    short_name: 'Mega',
    aliases: ['Mega', 'M-Smile'],
    bi_fast: true,
  },
  {
    code: '441',
    channel: 'KB_BUKOPIN',
    name: 'KB Bank',
    short_name: 'KB Bank',
    aliases: ['KB', 'Bukopin', 'KB Bukopin'],
    bi_fast: true,
  },
  {
    code: '451',
    channel: 'BSI',
    name: 'Bank Syariah Indonesia',
    short_name: 'BSI',
    aliases: ['BSI', 'Mandiri Syariah', 'BSM', 'BNI Syariah', 'BRI Syariah'],
    bi_fast: true,
  },
  {
    code: '536',
    channel: 'BCA_SYARIAH',
    name: 'BCA Syariah',
    short_name: 'BCA Syariah',
    aliases: ['BCAS', 'Bank BCA Syariah'],
    bi_fast: true,
  },
];

/** Short name of a bank for people, by its channel code: `Mandiri` for `MANDIRI`. */
export const bankShortName = (channel: string): string =>
  BANKS.find((bank) => bank.channel === channel)?.short_name ?? channel;

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

/** Banks that issue virtual accounts. Sources: domain 4.3; amount limits follow the contract with each bank. */
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
