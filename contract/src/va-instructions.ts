/** How a customer pays a virtual account number, bank by bank: at an ATM, in the mobile app, in internet banking. */
import { VA_BANKS, type VaBank, VA_MERCHANT_DIGITS, getVaBank } from './bank.ts';

export type VaChannel = 'atm' | 'mobile' | 'internet';

export interface VaInstructions {
  channel: VaChannel;
  /** E.g. `BCA mobile`. */
  title: string;
  /** One step each, in order. */
  steps: string[];
}

interface Names {
  atm: string;
  mobile: string;
  internet: string;
  /** The way through each menu to the field of the number. */
  atm_menu: string[];
  mobile_menu: string[];
  internet_menu: string[];
}

const NAMES: Record<VaBank, Names> = {
  BCA: {
    atm: 'ATM BCA',
    mobile: 'BCA mobile',
    internet: 'KlikBCA',
    atm_menu: ['Other transactions', 'Transfer', 'To BCA Virtual Account'],
    mobile_menu: ['m-BCA', 'm-Transfer', 'BCA Virtual Account'],
    internet_menu: ['Fund transfer', 'Transfer to BCA Virtual Account'],
  },
  MANDIRI: {
    atm: 'ATM Mandiri',
    mobile: "Livin' by Mandiri",
    internet: 'Mandiri internet banking',
    atm_menu: ['Pay / buy', 'Others', 'Multipayment'],
    mobile_menu: ['Pay', 'New payment', 'Multipayment'],
    internet_menu: ['Payment', 'Multipayment'],
  },
  BNI: {
    atm: 'ATM BNI',
    mobile: 'BNI Mobile Banking',
    internet: 'BNI internet banking',
    atm_menu: ['Other menu', 'Transfer', 'Virtual Account billing'],
    mobile_menu: ['Transfer', 'Virtual Account billing', 'New input'],
    internet_menu: ['Transaction', 'Virtual Account billing'],
  },
  BRI: {
    atm: 'ATM BRI',
    mobile: 'BRImo',
    internet: 'BRI internet banking',
    atm_menu: ['Other transactions', 'Payment', 'Others', 'BRIVA'],
    mobile_menu: ['BRIVA', 'New payment'],
    internet_menu: ['Payment', 'BRIVA'],
  },
  PERMATA: {
    atm: 'ATM Permata',
    mobile: 'PermataMobile X',
    internet: 'PermataNet',
    atm_menu: ['Other transactions', 'Payment', 'Other payment', 'Virtual Account'],
    mobile_menu: ['Pay bills', 'Virtual Account'],
    internet_menu: ['Payment', 'Virtual Account'],
  },
  CIMB: {
    atm: 'ATM CIMB Niaga',
    mobile: 'OCTO Mobile',
    internet: 'OCTO Clicks',
    atm_menu: ['Transfer', 'Other CIMB Niaga account'],
    mobile_menu: ['Transfer', 'To other CIMB Niaga account'],
    internet_menu: ['Transfer', 'Other CIMB Niaga account'],
  },
};

/** The steps of every channel of the number's own bank, and, where the bank allows it, from any other bank. */
export function buildVaInstructions(va: { bank: VaBank; va_number: string; exact_amount: boolean }): VaInstructions[] {
  const names = NAMES[va.bank];
  const number = buildNumberSteps(va.bank, va.va_number);
  const amount = va.exact_amount
    ? 'Check that the name and the exact amount are right.'
    : 'Enter the amount, and check that the name is right.';
  const menu = (way: string[]) => `Choose ${way.join(' › ')}.`;
  return [
    {
      channel: 'atm',
      title: names.atm,
      steps: [
        'Insert your card and enter your PIN.',
        menu(names.atm_menu),
        ...number,
        amount,
        'Confirm and keep the receipt.',
      ],
    },
    {
      channel: 'mobile',
      title: names.mobile,
      steps: ['Open the app and sign in.', menu(names.mobile_menu), ...number, amount, 'Enter your PIN to confirm.'],
    },
    {
      channel: 'internet',
      title: names.internet,
      steps: ['Sign in.', menu(names.internet_menu), ...number, amount, 'Confirm with your token or app.'],
    },
  ];
}

/** Who may pay, in words. */
export const formatVaPayers = (bank: VaBank): string =>
  getVaBank(bank).from_any_bank
    ? `Payable from ${bank} and, by transfer to a virtual account, from any other bank.`
    : `Payable from ${bank} only.`;

/** Mandiri asks for the company code and the rest apart (domain 4.3); every other bank for the whole number. */
function buildNumberSteps(bank: VaBank, va_number: string): string[] {
  if (bank !== 'MANDIRI') return [`Enter the number ${va_number}.`];
  const { company_code } = getVaBank(bank);
  const key = va_number.slice(company_code.length);
  return [`Enter the company code ${company_code}.`, `Enter the number ${key}.`];
}

/** The number in groups that can be read aloud: company code, merchant, suffix. */
export function formatVaNumber(va_number: string): string {
  const facts = VA_BANKS.find(
    ({ company_code, suffix_digits }) =>
      va_number.startsWith(company_code) &&
      va_number.length === company_code.length + VA_MERCHANT_DIGITS + suffix_digits,
  );
  if (!facts) return va_number;
  const at = facts.company_code.length;
  return [
    va_number.slice(0, at),
    va_number.slice(at, at + VA_MERCHANT_DIGITS),
    va_number.slice(at + VA_MERCHANT_DIGITS),
  ].join(' ');
}
