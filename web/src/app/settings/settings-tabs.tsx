import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useSignedIn } from '../../api/signed-in.ts';
import { isTabActive, visibleSettingsTabs } from '../session/access.ts';
import classes from './settings-tabs.module.css';
import { messages } from '../shell/messages.ts';

/** The tab strip of the settings area (specification sections 2 and 6). */
export function SettingsTabs() {
  const { profile, role_access } = useSignedIn();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav className={classes.strip} aria-label={messages().settings_tabs.label}>
      {visibleSettingsTabs(profile?.role, role_access ?? null).map((tab) => {
        const active = isTabActive(tab, pathname);
        return (
          <Link
            key={tab.path}
            to={tab.path}
            className={classes.tab}
            data-active={active || undefined}
            aria-current={active ? 'page' : undefined}
          >
            {tab.label}
          </Link>
        );
      })}
    </nav>
  );
}

/** The settings screens under their tab strip. */
export const SettingsArea = () => (
  <>
    <SettingsTabs />
    <Outlet />
  </>
);
