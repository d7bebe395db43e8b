/** Texts of the errors and warnings of rows. A text may name a value: a limit, another row, a name. */
import type { BatchColumn, BatchIssue } from './disbursement-batch-fields.ts';
import { type Language, type Localized, localized } from './language.ts';

const ERRORS = {
  reference_missing: () => localized('Enter a reference.', 'Isi referensi.'),
  text_too_long: (max) => localized(`Enter at most ${max} characters.`, `Isi paling banyak ${max} karakter.`),
  characters_not_allowed: () =>
    localized('Use letters, digits and common symbols.', 'Gunakan huruf, angka, dan simbol umum.'),
  amount_missing: () => localized('Enter an amount.', 'Isi jumlah.'),
  amount_invalid: () =>
    localized('Enter an amount in whole rupiah, such as 1500000.', 'Isi jumlah dalam rupiah bulat, misalnya 1500000.'),
  amount_zero: () => localized('Enter an amount above zero.', 'Isi jumlah di atas nol.'),
  amount_too_large: () => localized('The amount is too large.', 'Jumlahnya terlalu besar.'),
  limit_exceeded: (limit) =>
    localized(
      `The amount exceeds the limit of one transfer (${limit}). Split it.`,
      `Jumlah melebihi batas satu transfer (${limit}). Bagi jumlahnya.`,
    ),
  no_rail: () =>
    localized(
      'No transfer method to this bank supports this amount. Split it.',
      'Tidak ada layanan transfer untuk jumlah ini ke bank tersebut. Bagi jumlahnya.',
    ),
  bank_missing: () => localized('Enter the bank.', 'Isi bank.'),
  bank_unknown: () =>
    localized(
      'This bank is unknown. Enter its code or name, such as 014 or BCA.',
      'Bank ini tidak dikenal. Isi kode atau namanya, misalnya 014 atau BCA.',
    ),
  account_missing: () => localized('Enter the account number.', 'Isi nomor rekening.'),
  account_invalid: () => localized('Enter 5 to 20 digits.', 'Isi 5 sampai 20 digit.'),
  account_rounded: () =>
    localized(
      'The spreadsheet rounded this account number. Format the column as text and enter it again.',
      'Spreadsheet membulatkan nomor rekening ini. Ubah format kolom menjadi teks lalu isi kembali.',
    ),
  account_name_missing: () => localized('Enter the name of the account holder.', 'Isi nama pemilik rekening.'),
  email_invalid: (address) =>
    localized(`${address} is not an email address.`, `${address} bukan alamat email yang valid.`),
  too_many_emails: (max) => localized(`Enter at most ${max} addresses.`, `Isi paling banyak ${max} alamat.`),
  duplicate_in_file: (row) =>
    localized(`Row ${row} has the same reference.`, `Baris ${row} memiliki referensi yang sama.`),
  duplicate_reference: () =>
    localized('This reference was already used for a disbursement.', 'Referensi ini sudah dipakai untuk disbursement.'),
  account_not_found: () =>
    localized('This account does not exist at this bank.', 'Rekening ini tidak ditemukan di bank tersebut.'),
  account_closed: () => localized('This account is closed.', 'Rekening ini sudah ditutup.'),
  account_dormant: () => localized('This account is dormant.', 'Rekening ini tidak aktif (dormant).'),
  name_unchecked: () =>
    localized('The bank did not respond. Validate the row again.', 'Bank tidak merespons. Periksa kembali baris ini.'),
  beneficiary_blocked: () => localized('This beneficiary is blocked.', 'Penerima ini diblokir.'),
  beneficiary_not_allowed: () =>
    localized('Only saved beneficiaries can be paid.', 'Hanya penerima tersimpan yang dapat dibayar.'),
} satisfies Record<string, (value: string) => Localized>;

const WARNINGS = {
  name_mismatch: (name) =>
    localized(`The bank reports another holder: ${name}.`, `Bank mencatat pemilik lain: ${name}.`),
} satisfies Record<string, (value: string) => Localized>;

export type IssueCode = keyof typeof ERRORS | keyof typeof WARNINGS;

/** Problem of a value of a row. */
export interface RowIssue {
  field: BatchColumn;
  code: IssueCode;
  /** Parameter of the code's text: a limit, another row, a reported name. */
  value?: string;
}

const TEXTS: Record<IssueCode, (value: string) => Localized> = { ...ERRORS, ...WARNINGS };

/** Whether an issue prevents the payment. */
export const isBlockingIssue = ({ code }: Pick<RowIssue, 'code'>): boolean => code in ERRORS;

export const formatIssue = ({ field, code, value }: RowIssue, language: Language): BatchIssue => ({
  field,
  code,
  is_error: isBlockingIssue({ code }),
  detail: TEXTS[code](value ?? '')[language],
});
