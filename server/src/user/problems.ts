/** Refusals of changes of users and invitations: the same for people of merchants and staff of the provider. */
import { type Localized, localized } from '@dasbor/contract/language';
import type { MemberStatus } from '@dasbor/contract/user';
import { Problem } from '../http/problem.ts';

export const ownMembership = () =>
  new Problem(
    409,
    'own_membership',
    localized(
      'You cannot change your own access. Ask another user with access to users.',
      'Anda tidak dapat mengubah akses Anda sendiri. Minta pengguna lain yang dapat mengelola pengguna.',
    ),
  );

const STATUS_LABELS: Record<MemberStatus, Localized> = {
  active: localized('active', 'aktif'),
  suspended: localized('suspended', 'ditangguhkan'),
  removed: localized('removed', 'dihapus'),
};

export const statusConflict = (status: MemberStatus) =>
  new Problem(
    409,
    'status_conflict',
    localized(
      `This user is ${STATUS_LABELS[status].en}, which does not allow this change. Reload the list.`,
      `Status pengguna ini ${STATUS_LABELS[status].id}, sehingga perubahan ini tidak dapat dilakukan. Muat ulang daftar.`,
    ),
  );

export const unknownRole = () => {
  const detail = localized(
    'This role does not exist. Choose an existing role.',
    'Peran ini tidak ada. Pilih peran yang ada.',
  );
  return new Problem(422, 'role_unknown', detail, { errors: [{ field: 'role', detail }] });
};

export const noSecondFactor = () =>
  new Problem(
    409,
    'no_second_factor',
    localized('This user has no second factor.', 'Pengguna ini tidak memiliki faktor kedua.'),
  );

export const alreadyMember = () =>
  new Problem(409, 'already_member', localized('This person is already a user.', 'Orang ini sudah menjadi pengguna.'));

export const invitationPending = () =>
  new Problem(
    409,
    'invitation_pending',
    localized(
      'This person was already invited. Resend the invitation instead.',
      'Orang ini sudah diundang. Kirim ulang undangannya.',
    ),
  );

/** `max`: how many invitations can be open. */
export const tooManyInvitations = (max: number) =>
  new Problem(
    422,
    'too_many_invitations',
    localized(
      `At most ${max} invitations can be open. Revoke those that are not needed.`,
      `Paling banyak ${max} undangan dapat terbuka. Cabut yang tidak diperlukan.`,
    ),
  );

export const invitationClosed = () =>
  new Problem(
    409,
    'invitation_closed',
    localized('This invitation was already accepted or revoked.', 'Undangan ini sudah diterima atau dicabut.'),
  );

export const ownerActive = () =>
  new Problem(
    409,
    'owner_active',
    localized(
      'This merchant has an active superadmin, who can invite people.',
      'Merchant ini memiliki superadmin aktif, yang dapat mengundang pengguna.',
    ),
  );
