/** Payment instructions of virtual accounts for each bank: ATM, mobile app and internet banking. */
import { VA_BANKS, type VaBank, VA_MERCHANT_DIGITS, bankShortName, getVaBank } from './bank.ts';
import { type Language, type Localized, localized } from './language.ts';

export type VaChannel = 'atm' | 'mobile' | 'internet';

export interface VaInstructions {
  channel: VaChannel;
  /** Name of the channel, such as `BCA mobile`. */
  title: string;
  steps: string[];
}

interface BankChannels {
  atm: string;
  mobile: string;
  internet: string;
  /** Menu path to the field of the number. */
  atm_menu: Localized;
  mobile_menu: Localized;
  internet_menu: Localized;
}

const CHANNELS: Record<VaBank, BankChannels> = {
  BCA: {
    atm: 'ATM BCA',
    mobile: 'BCA mobile',
    internet: 'KlikBCA',
    atm_menu: localized(
      'Other transactions › Transfer › To BCA Virtual Account',
      'Transaksi Lainnya › Transfer › Ke Rek BCA Virtual Account',
    ),
    mobile_menu: localized('m-Transfer › BCA Virtual Account', 'm-Transfer › BCA Virtual Account'),
    internet_menu: localized(
      'Fund transfer › Transfer to BCA Virtual Account',
      'Transfer Dana › Transfer ke BCA Virtual Account',
    ),
  },
  MANDIRI: {
    atm: 'ATM Mandiri',
    mobile: 'Livin’ by Mandiri',
    internet: 'Mandiri Internet Banking',
    atm_menu: localized('Pay / buy › Others › Multipayment', 'Bayar/Beli › Lainnya › Multipayment'),
    mobile_menu: localized('Pay › Multipayment', 'Bayar › Multipayment'),
    internet_menu: localized('Payment › Multipayment', 'Pembayaran › Multipayment'),
  },
  BNI: {
    atm: 'ATM BNI',
    mobile: 'wondr by BNI',
    internet: 'BNI Internet Banking',
    atm_menu: localized(
      'Other menu › Transfer › Virtual Account billing',
      'Menu Lain › Transfer › Virtual Account Billing',
    ),
    mobile_menu: localized('Transfer › Virtual Account', 'Transfer › Virtual Account'),
    internet_menu: localized('Transfer › Virtual Account billing', 'Transfer › Virtual Account Billing'),
  },
  BRI: {
    atm: 'ATM BRI',
    mobile: 'BRImo',
    internet: 'BRI Internet Banking',
    atm_menu: localized(
      'Other transactions › Payment › Others › BRIVA',
      'Transaksi Lain › Pembayaran › Lainnya › BRIVA',
    ),
    mobile_menu: localized('Wallet & payment › BRIVA', 'Dompet & Pembayaran › BRIVA'),
    internet_menu: localized('Payment › BRIVA', 'Pembayaran › BRIVA'),
  },
  PERMATA: {
    atm: 'ATM Permata',
    mobile: 'PermataMobile X',
    internet: 'PermataNet',
    atm_menu: localized(
      'Other transactions › Payment › Other payment › Virtual Account',
      'Transaksi Lainnya › Pembayaran › Pembayaran Lainnya › Virtual Account',
    ),
    mobile_menu: localized('Pay bills › Virtual Account', 'Bayar Tagihan › Virtual Account'),
    internet_menu: localized('Bill payment › Virtual Account', 'Pembayaran Tagihan › Virtual Account'),
  },
  CIMB: {
    atm: 'ATM CIMB Niaga',
    mobile: 'OCTO Mobile',
    internet: 'OCTO Clicks',
    atm_menu: localized('Payment › Next › Virtual Account', 'Pembayaran › Lanjut › Virtual Account'),
    mobile_menu: localized('Pay bills › Virtual Account', 'Bayar Tagihan › Virtual Account'),
    internet_menu: localized('Pay bills › Virtual Account', 'Bayar Tagihan › Virtual Account'),
  },
};

const STEPS = {
  en: {
    insert_card: 'Insert your card and enter your PIN.',
    open_app: 'Open the app and sign in.',
    sign_in: 'Sign in.',
    menu: (menu: string) => `Select ${menu}.`,
    company_code: (code: string) => `Enter the company code ${code}.`,
    number: (number: string) => `Enter the virtual account number ${number}.`,
    exact_amount: 'Check that the name and the exact amount are correct.',
    other_amount: 'Enter the amount and check that the name is correct.',
    keep_receipt: 'Confirm and keep the receipt.',
    enter_pin: 'Enter your PIN to confirm.',
    confirm_token: 'Confirm with your token or app.',
    any_bank: (bank: string) => `Can be paid from ${bank} and, by virtual account transfer, from any other bank.`,
    one_bank: (bank: string) => `Can be paid from ${bank} only.`,
  },
  id: {
    insert_card: 'Masukkan kartu dan PIN Anda.',
    open_app: 'Buka aplikasi dan masuk.',
    sign_in: 'Masuk ke akun Anda.',
    menu: (menu: string) => `Pilih ${menu}.`,
    company_code: (code: string) => `Masukkan kode perusahaan ${code}.`,
    number: (number: string) => `Masukkan nomor virtual account ${number}.`,
    exact_amount: 'Pastikan nama dan jumlah pembayaran sudah benar.',
    other_amount: 'Masukkan jumlah pembayaran dan pastikan nama sudah benar.',
    keep_receipt: 'Konfirmasi dan simpan bukti pembayaran.',
    enter_pin: 'Masukkan PIN Anda untuk konfirmasi.',
    confirm_token: 'Konfirmasi dengan token atau aplikasi Anda.',
    any_bank: (bank: string) => `Dapat dibayar dari ${bank} dan, melalui transfer virtual account, dari bank lain.`,
    one_bank: (bank: string) => `Hanya dapat dibayar dari ${bank}.`,
  },
} satisfies Record<Language, unknown>;

/** The steps of every channel of the bank that issued the number. */
export function buildVaInstructions(
  va: { bank: VaBank; va_number: string; exact_amount: boolean },
  language: Language,
): VaInstructions[] {
  const channels = CHANNELS[va.bank];
  const text = STEPS[language];
  const number = buildNumberSteps(va.bank, va.va_number, language);
  const amount = va.exact_amount ? text.exact_amount : text.other_amount;
  return [
    {
      channel: 'atm',
      title: channels.atm,
      steps: [text.insert_card, text.menu(channels.atm_menu[language]), ...number, amount, text.keep_receipt],
    },
    {
      channel: 'mobile',
      title: channels.mobile,
      steps: [text.open_app, text.menu(channels.mobile_menu[language]), ...number, amount, text.enter_pin],
    },
    {
      channel: 'internet',
      title: channels.internet,
      steps: [text.sign_in, text.menu(channels.internet_menu[language]), ...number, amount, text.confirm_token],
    },
  ];
}

/** The banks from which a number can be paid. */
export const formatVaPayers = (bank: VaBank, language: Language): string =>
  STEPS[language][getVaBank(bank).from_any_bank ? 'any_bank' : 'one_bank'](bankShortName(bank));

/** Mandiri asks for the company code separately (domain 4.3); other banks for the full number. */
function buildNumberSteps(bank: VaBank, va_number: string, language: Language): string[] {
  const text = STEPS[language];
  if (bank !== 'MANDIRI') return [text.number(va_number)];
  const { company_code } = getVaBank(bank);
  return [text.company_code(company_code), text.number(va_number.slice(company_code.length))];
}

/** Groups the digits for reading: company code, merchant, suffix. */
export function formatVaNumber(va_number: string): string {
  const bank = VA_BANKS.find(
    ({ company_code, suffix_digits }) =>
      va_number.startsWith(company_code) &&
      va_number.length === company_code.length + VA_MERCHANT_DIGITS + suffix_digits,
  );
  if (!bank) return va_number;
  const at = bank.company_code.length;
  return [
    va_number.slice(0, at),
    va_number.slice(at, at + VA_MERCHANT_DIGITS),
    va_number.slice(at + VA_MERCHANT_DIGITS),
  ].join(' ');
}
