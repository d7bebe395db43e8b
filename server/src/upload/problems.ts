/** Reasons to refuse a file, in both languages. Each names the field of the form. */
import { type Localized, localized } from '@dasbor/contract/language';
import {
  type Upload,
  type UploadType,
  UPLOAD_TYPE_TERMS,
  formatUploadLimit,
  formatUploadTypes,
} from '@dasbor/contract/upload';
import { Problem } from '../http/problem.ts';

/** Why a file is refused, before the name of its field is known. */
export class RefusedFileError extends Error {
  readonly code: 'file_type_not_allowed' | 'file_damaged' | 'file_unsafe' | 'file_too_large';
  readonly detail: Localized;
  constructor(code: RefusedFileError['code'], detail: Localized) {
    super(detail.en);
    this.code = code;
    this.detail = detail;
  }
}

export const toUploadProblem = ({ code, detail }: Pick<RefusedFileError, 'code' | 'detail'>, field: string): Problem =>
  new Problem(code === 'file_too_large' ? 413 : 422, code, detail, { errors: [{ field, detail }] });

export const fileTooLarge = ({ max_bytes }: Pick<Upload, 'max_bytes'>): RefusedFileError =>
  new RefusedFileError(
    'file_too_large',
    localized(
      `The file is larger than ${formatUploadLimit(max_bytes)}. Choose a smaller file.`,
      `Berkas lebih besar dari ${formatUploadLimit(max_bytes)}. Pilih berkas yang lebih kecil.`,
    ),
  );

export const fileTypeNotAllowed = (types: readonly UploadType[]): RefusedFileError =>
  new RefusedFileError(
    'file_type_not_allowed',
    localized(
      `The content of this file has another type. Choose one of these: ${formatUploadTypes(types)}.`,
      `Isi berkas ini berjenis lain. Pilih salah satu dari: ${formatUploadTypes(types)}.`,
    ),
  );

export function wrongExtension(type: UploadType): RefusedFileError {
  const { label, extensions } = UPLOAD_TYPE_TERMS[type];
  return new RefusedFileError(
    'file_type_not_allowed',
    localized(
      `The content of this file is ${label}, but its name does not end in ${extensions[0]}. Export the file again or correct its name.`,
      `Isi berkas ini ${label}, tetapi namanya tidak berakhiran ${extensions[0]}. Ekspor ulang berkasnya atau perbaiki namanya.`,
    ),
  );
}

export const damagedFile = (): RefusedFileError =>
  new RefusedFileError(
    'file_damaged',
    localized(
      'The file is incomplete or damaged. Open it, save it again and send the new file.',
      'Berkas tidak lengkap atau rusak. Buka berkasnya, simpan ulang, lalu kirim berkas baru.',
    ),
  );

/** The reason is added to the sentence, such as `It contains scripts.` */
export const unsafeFile = (reason: Localized): RefusedFileError =>
  new RefusedFileError(
    'file_unsafe',
    localized(`This file is not accepted. ${reason.en}`, `Berkas ini tidak diterima. ${reason.id}`),
  );

export const UNSAFE_REASONS = {
  mixed: localized(
    'It is a file of two types at once. Export it again from its program.',
    'Berkas ini memuat dua jenis berkas sekaligus. Ekspor ulang dari programnya.',
  ),
  dimensions: localized(
    'The image has more than 40 megapixels. Choose a smaller image.',
    'Gambar ini lebih dari 40 megapiksel. Pilih gambar yang lebih kecil.',
  ),
  scripts: localized(
    'It contains scripts or actions. Print it to a new PDF and send that.',
    'Berkas ini memuat skrip atau tindakan otomatis. Cetak ke PDF baru lalu kirim berkas itu.',
  ),
  attachments: localized(
    'It contains other files. Print it to a new PDF and send that.',
    'Berkas ini memuat berkas lain. Cetak ke PDF baru lalu kirim berkas itu.',
  ),
  encrypted: localized(
    'It is protected by a password. Remove the password.',
    'Berkas ini dilindungi kata sandi. Hapus kata sandinya.',
  ),
  unreadable: localized(
    'Its parts cannot be checked. Print it to a new PDF and send that.',
    'Bagian-bagiannya tidak dapat diperiksa. Cetak ke PDF baru lalu kirim berkas itu.',
  ),
  expands: localized(
    'It is too large when unpacked. Split it into smaller files.',
    'Berkas ini terlalu besar setelah dibuka. Bagi menjadi beberapa berkas yang lebih kecil.',
  ),
  macros: localized(
    'It contains macros, embedded objects or links to other files. Save a copy with values only.',
    'Berkas ini memuat makro, objek sisipan, atau tautan ke berkas lain. Simpan salinan yang hanya berisi nilai.',
  ),
  virus: localized('The virus scanner recognised harmful content.', 'Pemindai virus mengenali konten berbahaya.'),
} satisfies Record<string, Localized>;

const field = (name: string, detail: Localized): Problem =>
  new Problem(400, 'invalid_request', localized(`${name}: ${detail.en}`, `${name}: ${detail.id}`), {
    errors: [{ field: name, detail }],
  });

export const missingFile = (name: string): Problem => field(name, localized('Choose a file.', 'Pilih berkas.'));
export const tooManyFiles = (name: string): Problem =>
  field(name, localized('Send one file at a time.', 'Kirim satu berkas setiap kali.'));
export const unknownFile = (name: string): Problem =>
  field(name, localized('This field is not known.', 'Kolom ini tidak dikenal.'));

export const unsupportedMediaType = (): Problem =>
  new Problem(
    415,
    'unsupported_media_type',
    localized(
      'Send the file in a form of the type multipart/form-data.',
      'Kirim berkas dalam formulir bertipe multipart/form-data.',
    ),
  );
export const unreadableForm = (): Problem =>
  new Problem(
    400,
    'invalid_request',
    localized('The multipart form cannot be read.', 'Formulir multipart tidak dapat dibaca.'),
  );
export const tooManyUploads = (): Problem =>
  new Problem(
    429,
    'too_many_uploads',
    localized(
      'Too many files are being sent at the same time. Try again in a moment.',
      'Terlalu banyak berkas dikirim bersamaan. Coba lagi sesaat lagi.',
    ),
    { retry_after_s: 5 },
  );
export const scannerUnavailable = (): Problem =>
  new Problem(
    503,
    'scan_unavailable',
    localized(
      'Files cannot be checked for viruses right now, so none is accepted. Try again in a few minutes.',
      'Pemeriksaan virus sedang tidak tersedia sehingga berkas belum dapat diterima. Coba lagi beberapa menit lagi.',
    ),
    { retry_after_s: 60 },
  );
