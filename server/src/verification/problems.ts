/** API errors of business profiles and their verification. */
import { VERIFICATION_STATUS_LABELS } from '@dasbor/contract/business-profile-labels';
import { type Localized, localized } from '@dasbor/contract/language';
import type { VerificationStatus } from '@dasbor/contract/merchant-fields';
import { type FieldError, Problem } from '../http/problem.ts';

export const profileLocked = () =>
  new Problem(
    409,
    'profile_locked',
    localized(
      'The profile cannot be changed now. Wait for the result of the verification.',
      'Profil tidak dapat diubah sekarang. Tunggu hasil verifikasi.',
    ),
  );

export const reReviewRequired = () =>
  new Problem(
    409,
    're_review_required',
    localized(
      'Owners, directors and shareholders change only during a re-review. Contact support to request one.',
      'Pemilik, direktur, dan pemegang saham hanya dapat diubah saat peninjauan ulang. Hubungi tim dukungan untuk memintanya.',
    ),
  );

export const duplicateNik = (field: string) =>
  fieldProblem(
    'duplicate_nik',
    field,
    localized('Another person with this role has the same NIK.', 'Orang lain dengan peran ini memiliki NIK yang sama.'),
  );

export const tooManyPeople = (max: number) =>
  new Problem(
    422,
    'too_many_people',
    localized(`A profile has at most ${max} people.`, `Satu profil paling banyak berisi ${max} orang.`),
  );

export const unknownPerson = () =>
  new Problem(
    422,
    'person_unknown',
    localized(
      'A person was removed meanwhile. Reload the page.',
      'Data salah satu orang sudah dihapus. Muat ulang halaman.',
    ),
  );

export const tooManyDocuments = (max: number) =>
  new Problem(
    422,
    'too_many_documents',
    localized(
      `At most ${max} documents can be uploaded. Contact support.`,
      `Paling banyak ${max} dokumen dapat diunggah. Hubungi tim dukungan.`,
    ),
  );

export const wrongDocument = () =>
  fieldProblem(
    'wrong_document',
    'person_id',
    localized(
      'Identity documents belong to a person of the profile; the others belong to the business.',
      'Dokumen identitas milik seseorang di profil; dokumen lainnya milik bisnis.',
    ),
  );

export const documentAccepted = () =>
  new Problem(
    409,
    'document_accepted',
    localized(
      'This document was accepted. Upload a new one to replace it.',
      'Dokumen ini sudah diterima. Unggah yang baru untuk menggantinya.',
    ),
  );

/** An approved profile keeps the documents that its approval needs. */
export const documentRequired = () =>
  new Problem(
    409,
    'document_required',
    localized(
      'Your approved profile needs this document. Upload a new one to replace it.',
      'Profil Anda yang sudah disetujui memerlukan dokumen ini. Unggah yang baru untuk menggantinya.',
    ),
  );

export const documentExpired = () =>
  fieldProblem(
    'document_expired',
    'expires_on',
    localized(
      'This document has expired. Upload one that is still valid.',
      'Dokumen ini sudah kedaluwarsa. Unggah dokumen yang masih berlaku.',
    ),
  );

export const documentReplaced = () =>
  new Problem(
    409,
    'document_replaced',
    localized(
      'The merchant replaced this document meanwhile. Review the new one.',
      'Merchant telah mengganti dokumen ini. Tinjau dokumen yang baru.',
    ),
  );

export const noPendingChange = (code: 'no_pending_change' | 'not_pending') =>
  new Problem(
    409,
    code,
    localized(
      'This change request is not pending anymore.',
      'Permintaan perubahan ini sudah tidak menunggu keputusan.',
    ),
  );

export const contactNotVerified = () =>
  new Problem(
    409,
    'contact_not_verified',
    localized(
      'Confirm your email and your phone number first.',
      'Konfirmasi email dan nomor telepon Anda terlebih dahulu.',
    ),
  );

export const invalidTransition = (status: VerificationStatus) =>
  new Problem(
    409,
    'status_conflict',
    localized(
      `This is not possible while the verification is: ${VERIFICATION_STATUS_LABELS[status].en}.`,
      `Ini tidak dapat dilakukan saat status verifikasi: ${VERIFICATION_STATUS_LABELS[status].id}.`,
    ),
  );

export const profileIncomplete = (errors: FieldError[]) =>
  new Problem(
    422,
    'profile_incomplete',
    localized(
      `The profile is not complete: ${errors.length} ${errors.length === 1 ? 'item is' : 'items are'} missing.`,
      `Profil belum lengkap: ${errors.length} hal masih kurang.`,
    ),
    { errors },
  );

export const nmidRequired = () =>
  fieldProblem(
    'nmid_required',
    'nmid',
    localized(
      'Enter the NMID that the QRIS repository assigned to the merchant.',
      'Masukkan NMID merchant dari repositori QRIS.',
    ),
  );

const fieldProblem = (code: string, field: string, detail: Localized): Problem =>
  new Problem(422, code, detail, { errors: [{ field, detail }] });
