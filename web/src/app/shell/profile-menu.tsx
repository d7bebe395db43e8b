import { roleLabel } from '@dasbor/contract/labels';
import type { Language } from '@dasbor/contract/language';
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconBuildingStore, IconLanguage, IconLogout, IconSettings, IconUser, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toProblem } from '../../api/problem.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { currentLanguage } from '../../ui/define-messages.ts';
import { PersonAvatar, formatInitials } from '../../ui/person-avatar.tsx';
import { showError } from '../../ui/toast.ts';
import { messages } from './messages.ts';
import { switchLanguage } from '../session/switch-language.ts';
import { UnsavedChangesModal, hasUnsavedChanges } from '../../ui/unsaved-changes.tsx';
import classes from './top-bar.module.css';

/** The signed-in user, language and sign-out. */
export function ProfileMenu({ onSignOut }: { onSignOut: () => void }) {
  const t = messages().account;
  const { profile, levelOf } = useSignedIn();
  const [asks, setAsks] = useState(false);
  const other = currentLanguage() === 'en' ? 'id' : 'en';
  const switchTo = (language: Language) =>
    void switchLanguage(language).catch((error: unknown) => showError(toProblem(error).detail));
  const initials = formatInitials(profile?.name ?? '');
  return (
    <>
      <UnsavedChangesModal opened={asks} onStay={() => setAsks(false)} onLeave={() => switchTo(other)} />
      <Menu position="bottom-end" width={240} shadow="md">
        <Menu.Target>
          <UnstyledButton className={classes.account} aria-label={t.menu(initials)}>
            <PersonAvatar name={profile?.name ?? ''} photo_url={profile?.photo_url ?? null} size={32} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {profile && (
            <div className={classes.who}>
              <Text fw={600} truncate>
                {profile.name}
              </Text>
              <Text c="dimmed" fz="xs" truncate>
                {profile.email}
              </Text>
              <Text c="dimmed" fz="xs" truncate>
                {[
                  profile.group_name ?? profile.merchant_name,
                  profile.role_name ?? roleLabel(profile.role, currentLanguage()),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
          )}
          <Menu.Divider />
          <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={16} aria-hidden />}>
            {t.profile}
          </Menu.Item>
          {profile !== null && profile.merchant_id !== null && levelOf('Business profile') !== 'disabled' && (
            <Menu.Item
              component={Link}
              to="/business-profile"
              leftSection={<IconBuildingStore size={16} aria-hidden />}
            >
              {t.business_profile}
            </Menu.Item>
          )}
          {levelOf('Users') !== 'disabled' && (
            <Menu.Item component={Link} to="/users" leftSection={<IconUsers size={16} aria-hidden />}>
              {t.users}
            </Menu.Item>
          )}
          {levelOf('Staff') !== 'disabled' && (
            <Menu.Item component={Link} to="/users" leftSection={<IconUsers size={16} aria-hidden />}>
              {t.staff}
            </Menu.Item>
          )}
          {profile !== null && profile.merchant_id !== null && (
            <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} aria-hidden />}>
              {t.settings}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLanguage size={16} aria-hidden />}
            onClick={() => (hasUnsavedChanges() ? setAsks(true) : switchTo(other))}
          >
            {t.switch_language}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={onSignOut}>
            {t.sign_out}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
