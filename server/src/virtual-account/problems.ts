/** Errors of virtual accounts that several requests share. */
import { localized } from '@dasbor/contract/language';
import { type FieldError, Problem } from '../http/problem.ts';

export const notActive = () =>
  new Problem(
    409,
    'status_conflict',
    localized('Only active virtual accounts can be changed.', 'Hanya virtual account yang aktif yang dapat diubah.'),
  );

export const numberTaken = () =>
  new Problem(
    409,
    'number_taken',
    localized(
      'This number is in use. Choose another suffix, or leave it empty to generate one.',
      'Nomor ini sudah digunakan. Pilih akhiran lain, atau kosongkan agar dibuat otomatis.',
    ),
  );

/** Throws 400 with the first error as its detail. */
export function assertValid(errors: FieldError[]): void {
  const [first] = errors;
  if (!first) return;
  const { field, detail } = first;
  const prefixed =
    typeof detail === 'string' ? `${field}: ${detail}` : localized(`${field}: ${detail.en}`, `${field}: ${detail.id}`);
  throw new Problem(400, 'invalid_request', prefixed, { errors });
}
