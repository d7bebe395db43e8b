/** Errors of account groups. */
import { localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';

type Texts = readonly [status: 409 | 422, field: string, english: string, indonesian: string];

const TEXTS = {
  account_group_code_taken: [409, 'code', 'Another group has this code.', 'Grup lain memiliki kode ini.'],
  parent_not_found: [422, 'parent_id', 'This group does not exist.', 'Grup ini tidak ada.'],
  account_group_cycle: [
    422,
    'parent_id',
    'A group cannot be above itself. Choose a group that is not below this one.',
    'Sebuah grup tidak dapat berada di atas dirinya sendiri. Pilih grup yang tidak berada di bawah grup ini.',
  ],
  account_group_has_members: [
    409,
    'status',
    'The group has members today or later. End their memberships first.',
    'Grup memiliki anggota hari ini atau setelahnya. Akhiri keanggotaan mereka dahulu.',
  ],
  group_owner_without_account: [
    422,
    'owner_merchant_id',
    'Consolidated settlement needs an owner with an approved settlement bank account of its own.',
    'Settlement terkonsolidasi memerlukan pemilik yang memiliki rekening settlement sendiri yang sudah disetujui.',
  ],
  account_group_inactive: [
    409,
    'merchant_id',
    'Members cannot be added to an inactive group. Activate the group first.',
    'Grup nonaktif tidak menerima anggota. Aktifkan grup dahulu.',
  ],
  membership_ended: [
    409,
    'effective_to',
    'This membership has ended. Reload the page.',
    'Keanggotaan ini sudah berakhir. Muat ulang halaman.',
  ],
  already_member: [
    409,
    'merchant_id',
    'The merchant is a member of this group on that day, or becomes one later.',
    'Merchant adalah anggota grup ini pada tanggal tersebut, atau akan menjadi anggota.',
  ],
} as const satisfies Record<string, Texts>;

export function groupProblem(code: keyof typeof TEXTS): Problem {
  const [status, field, english, indonesian]: Texts = TEXTS[code];
  const detail = localized(english, indonesian);
  return new Problem(status, code, detail, { errors: [{ field, detail }] });
}

/** `field`: the field of the request that names the merchant. */
export function merchantNotFound(field: 'merchant_id' | 'owner_merchant_id'): Problem {
  const detail = localized('This merchant does not exist.', 'Merchant ini tidak ada.');
  return new Problem(422, 'merchant_not_found', detail, { errors: [{ field, detail }] });
}

/** `field`: the day of the request. */
export function membershipBackdated(field: 'effective_from' | 'effective_to'): Problem {
  const detail =
    field === 'effective_from'
      ? localized('Choose today or a later day.', 'Pilih hari ini atau hari setelahnya.')
      : localized(
          'Choose today or a later day, not before the first day of the membership.',
          'Pilih hari ini atau hari setelahnya, tidak sebelum hari pertama keanggotaan.',
        );
  return new Problem(422, 'membership_backdated', detail, { errors: [{ field, detail }] });
}

/** `other`: the group that the merchant is in; null when only the database has detected it. */
export function merchantInOtherGroup(other: { name: string; code: string } | null): Problem {
  const name = other === null ? null : `${other.name} (${other.code})`;
  const detail =
    name === null
      ? localized(
          'The merchant is in another group of this type in this period. End that membership first.',
          'Merchant berada di grup lain dengan jenis ini pada periode tersebut. Akhiri keanggotaan itu dahulu.',
        )
      : localized(
          `The merchant is in the group ${name} of the same type. End that membership first, or let it end on this day.`,
          `Merchant berada di grup ${name} dengan jenis yang sama. Akhiri keanggotaan itu dahulu, atau biarkan berakhir pada tanggal ini.`,
        );
  return new Problem(409, 'merchant_in_other_group', detail, { errors: [{ field: 'merchant_id', detail }] });
}

/** A member would be paid to the owners of two groups. */
export function merchantInConsolidatedGroup(other: { merchant_name: string; group_name: string }): Problem {
  const { merchant_name, group_name } = other;
  const detail = localized(
    `${merchant_name} is paid to the owner of the group ${group_name}. End that membership first.`,
    `${merchant_name} dibayarkan kepada pemilik grup ${group_name}. Akhiri keanggotaan itu dahulu.`,
  );
  return new Problem(409, 'merchant_in_consolidated_group', detail, { errors: [{ field: 'settlement_mode', detail }] });
}

const SHARING_TEXTS = {
  already_shared: [
    409,
    'This person is already a shared user of the group.',
    'Orang ini sudah menjadi pengguna bersama grup.',
  ],
  invitation_pending: [
    409,
    'This person was already invited. Revoke that invitation to send a new one.',
    'Orang ini sudah diundang. Cabut undangan itu untuk mengirim yang baru.',
  ],
  provider_staff: [
    422,
    'This person works for the provider and reads all merchants already.',
    'Orang ini bekerja untuk penyedia dan sudah dapat membaca semua merchant.',
  ],
  too_many_shared_users: [
    422,
    'A group has at most 100 shared users. Remove those who no longer need access.',
    'Sebuah grup memiliki paling banyak 100 pengguna bersama. Hapus yang tidak lagi memerlukan akses.',
  ],
} as const satisfies Record<string, readonly [status: 409 | 422, english: string, indonesian: string]>;

/** Why a person cannot be invited to a group. */
export function sharingProblem(code: keyof typeof SHARING_TEXTS): Problem {
  const [status, english, indonesian] = SHARING_TEXTS[code];
  const detail = localized(english, indonesian);
  return new Problem(status, code, detail, { errors: [{ field: 'email', detail }] });
}
