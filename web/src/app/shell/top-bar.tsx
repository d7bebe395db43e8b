import { GROUP_VIEWER } from '@dasbor/contract/access';
import { ActionIcon, Kbd, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useSignedIn } from '../../api/signed-in.ts';
import { FilesButton } from '../files/files-button.tsx';
import { ApprovalsButton } from './approvals-button.tsx';
import { LiveIndicator } from './live-indicator.tsx';
import { MerchantName } from './merchant-name.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import classes from './top-bar.module.css';
import { messages } from './messages.ts';

function ThemeSwitch() {
  const t = messages();
  const { setColorScheme } = useMantineColorScheme();
  const is_dark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={is_dark ? t.frame.to_light : t.frame.to_dark}
      onClick={() => setColorScheme(is_dark ? 'light' : 'dark')}
    >
      {is_dark ? <IconSun size={19} stroke={1.7} /> : <IconMoon size={19} stroke={1.7} />}
    </ActionIcon>
  );
}

export interface TopBarProps {
  onMenu: () => void;
  onSearch: () => void;
  onSignOut: () => void;
}

/** Search, merchant, live indicator, notifications, theme and profile. */
export function TopBar({ onMenu, onSearch, onSignOut }: TopBarProps) {
  const t = messages();
  const { profile } = useSignedIn();
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.menu}
        aria-label={t.frame.menu}
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.7} />
      </ActionIcon>
      <UnstyledButton className={classes.search} onClick={onSearch} aria-label={`${t.search.placeholder} Ctrl K`}>
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className={classes.search_word}>{t.search.placeholder}</span>
        <Kbd size="xs" className={classes.key}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <div className={classes.right}>
        <MerchantName />
        {profile?.role !== GROUP_VIEWER && <LiveIndicator />}
        <ApprovalsButton />
        <FilesButton />
        <NotificationBell />
        <ThemeSwitch />
        <ProfileMenu onSignOut={onSignOut} />
      </div>
    </header>
  );
}
