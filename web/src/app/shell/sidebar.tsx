import { UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useSignedIn } from '../../api/signed-in.ts';
import { Logo } from './logo.tsx';
import { findActiveItem, visibleNavigation } from './navigation.ts';
import classes from './sidebar.module.css';
import { messages } from './messages.ts';

export interface SidebarProps {
  is_collapsed?: boolean;
  /** Absent in the drawer of a phone. */
  onCollapse?: () => void;
  /** Called when a screen was chosen. */
  onLeave?: () => void;
}

/** Screens by group; only those that the signed-in user has access to. */
export function Sidebar({ is_collapsed = false, onCollapse, onLeave }: SidebarProps) {
  const t = messages();
  const { profile, levelOf } = useSignedIn();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const groups = visibleNavigation(profile?.role, (group) => levelOf(group) !== 'disabled');
  const active_item = findActiveItem(groups, pathname);
  const CollapseIcon = is_collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const collapse_label = is_collapsed ? t.frame.expand : t.frame.collapse;
  return (
    <nav className={classes.nav} aria-label={t.frame.main_navigation} data-collapsed={is_collapsed || undefined}>
      <Link to="/" className={classes.brand} onClick={onLeave} aria-label="Dasbor">
        <Logo alt="" />
        <span className={classes.word}>Dasbor</span>
      </Link>
      {onLeave && profile?.merchant_name && <div className={classes.merchant}>{profile.merchant_name}</div>}
      <div className={classes.groups}>
        {groups.map((group) => (
          <div key={group.text} className={classes.group} role="group" aria-label={t.groups[group.text]}>
            <div className={classes.label} aria-hidden>
              {t.groups[group.text]}
            </div>
            {group.items.map((item) => {
              const active = item === active_item;
              return (
                <Link
                  key={item.text}
                  to={item.path}
                  search={item.files === undefined ? {} : (before) => ({ ...before, files: item.files })}
                  className={classes.item}
                  data-active={active || undefined}
                  aria-current={active ? 'page' : undefined}
                  title={is_collapsed ? t.screens[item.text] : undefined}
                  onClick={onLeave}
                >
                  <item.icon size={18} stroke={1.7} aria-hidden />
                  <span className={classes.word}>{t.screens[item.text]}</span>
                </Link>
              );
            })}
          </div>
        ))}
      </div>
      {onCollapse && (
        <UnstyledButton
          className={classes.collapse}
          onClick={onCollapse}
          aria-label={collapse_label}
          title={collapse_label}
        >
          <CollapseIcon size={18} stroke={1.7} aria-hidden />
        </UnstyledButton>
      )}
    </nav>
  );
}
