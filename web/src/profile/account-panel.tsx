import { roleLabel } from '@dasbor/contract/labels';
import { getProfileDetails } from '@dasbor/contract/profile';
import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import type { Profile } from '../api/signed-in.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { DetailList } from '../ui/detail-list.tsx';
import { formatRelative } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { EditProfileModal } from './edit-profile-modal.tsx';
import { messages } from './messages.ts';

export interface AccountPanelProps {
  profile: Profile;
  /** Reads the profile again after it was saved. */
  onSaved: () => Promise<void>;
}

/** The user's identity, roles and password. */
export function AccountPanel({ profile, onSaved }: AccountPanelProps) {
  const t = messages().account;
  const { data } = useQuery(buildQuery(getProfileDetails));
  const [is_editing, setEditing] = useState(false);
  const details = data?.data;
  const roles = details?.roles ?? [profile];
  const changed_at = details?.password_changed_at ?? null;
  return (
    <Panel
      title={t.title}
      actions={
        <Button variant="default" size="compact-sm" disabled={!details} onClick={() => setEditing(true)}>
          {t.edit}
        </Button>
      }
    >
      <DetailList
        rows={[
          [t.name, profile.name],
          [t.email, profile.email],
          [
            t.phone,
            <Phone key="phone" phone={details?.phone ?? null} is_verified={details?.is_phone_verified ?? true} />,
          ],
          [
            roles.length > 1 ? t.roles : t.role,
            <div key="roles">
              {roles.map(({ merchant_id, merchant_name, role, role_name }) => (
                <div key={merchant_id ?? 'staff'}>
                  {[role_name ?? roleLabel(role, currentLanguage()), merchant_name].filter(Boolean).join(' · ')}
                </div>
              ))}
            </div>,
          ],
          [
            t.password,
            <span key="password">
              {changed_at !== null && `${t.changed(formatRelative(changed_at))} · `}
              <Anchor component={Link} to="/changepassword" fz="sm">
                {t.change_password}
              </Anchor>
            </span>,
          ],
          [
            t.merchant_id,
            profile.merchant_id && <CopyableId key="merchant" value={profile.merchant_id} label={t.merchant_id} />,
          ],
          [t.user_id, <CopyableId key="id" value={profile.id} label={t.user_id} />],
        ]}
      />
      {details && (
        <EditProfileModal
          key={String(is_editing)}
          opened={is_editing}
          onClose={() => setEditing(false)}
          name={profile.name}
          phone={details.phone}
          is_phone_verified={details.is_phone_verified}
          onSaved={onSaved}
        />
      )}
    </Panel>
  );
}

/** The mobile number; one that no code proved yet leads to its verification. */
function Phone({ phone, is_verified }: { phone: string | null; is_verified: boolean }) {
  const t = messages().account;
  if (phone === null) {
    return (
      <Text c="dimmed" span fz="sm">
        {t.no_phone}
      </Text>
    );
  }
  return (
    <span>
      {phone}
      {!is_verified && (
        <>
          {' · '}
          <Anchor component={Link} to="/mobile-verification" fz="sm">
            {t.verify_phone}
          </Anchor>
        </>
      )}
    </span>
  );
}
