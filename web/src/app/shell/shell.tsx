import '../../ui/frame-styles.ts';
import { Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useSyncedColumns } from '../../list/sync-stored-columns.ts';
import { ScreenSkeleton } from '../../ui/skeletons.tsx';
import { useFilesDrawer } from '../files/use-files-drawer.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useTypeAhead } from './use-type-ahead.ts';
import { ShortcutsModal } from './shortcuts-modal.tsx';
import { lazyComponent } from '../routes/lazy-screen.ts';
import { AnnouncementBanner } from './announcement-banner.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { MerchantBanner } from './merchant-banner.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SignedInGate } from '../session/signed-in-gate.tsx';
import { TopBar } from './top-bar.tsx';
import { messages } from './messages.ts';

const FilesDrawer = lazyComponent(async () => (await import('../files/files-drawer.tsx')).FilesDrawer);
const CommandPalette = lazyComponent(async () => (await import('../search/command-palette.tsx')).CommandPalette);

/** The frame around every screen behind the session. */
function Frame({ onSignOut, children }: { onSignOut: () => void; children: ReactNode }) {
  const t = messages().frame;
  const [is_collapsed, setCollapsed] = useLocalStorage({ key: 'sidebar-collapsed', defaultValue: false });
  const [is_drawer_open, drawer] = useDisclosure(false);
  const href = useRouterState({ select: (state) => state.location.href });
  const [dialog, setDialog] = useState<{ name: 'search' | 'shortcuts'; href: string } | null>(null);
  const open = (name: 'search' | 'shortcuts') => setDialog({ name, href });
  // The browser's back button opens another screen: the dialog belongs to the former one.
  if (dialog !== null && dialog.href !== href) setDialog(null);
  const [files] = useFilesDrawer();
  // Once loaded it stays mounted, so that it animates on closing and restores the focus.
  const [has_files, setHasFiles] = useState(false);
  if (files !== null && !has_files) setHasFiles(true);
  useSyncedColumns();
  const consumeTyped = useTypeAhead(dialog?.name === 'search');
  useShortcuts({ onSearch: () => open('search'), onHelp: () => open('shortcuts') });
  return (
    <div className={classes.frame} data-collapsed={is_collapsed || undefined}>
      <a href="#content" className={classes.skip}>
        {t.skip_to_content}
      </a>
      <aside className={classes.side}>
        <Sidebar is_collapsed={is_collapsed} onCollapse={() => setCollapsed(!is_collapsed)} />
      </aside>
      {/* Composed, because the accessible name belongs to the content. */}
      <Drawer.Root opened={is_drawer_open} onClose={drawer.close} size={280} padding={0}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={t.menu}>
          <Drawer.Body>
            <Sidebar onLeave={drawer.close} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <div className={classes.column}>
        <ImpersonationBanner />
        <TopBar onMenu={drawer.open} onSearch={() => open('search')} onSignOut={onSignOut} />
        <main id="content" className={classes.content} tabIndex={-1}>
          <AnnouncementBanner />
          <MerchantBanner />
          <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
        </main>
      </div>
      {dialog?.name === 'search' && (
        <Suspense>
          <CommandPalette onClose={() => setDialog(null)} consumeTyped={consumeTyped} />
        </Suspense>
      )}
      {dialog?.name === 'shortcuts' && <ShortcutsModal onClose={() => setDialog(null)} />}
      {has_files && (
        <Suspense>
          <FilesDrawer />
        </Suspense>
      )}
      <LeaveGuard />
    </div>
  );
}

/** Session, data and frame of the protected routes; shows the matched route unless it has children. */
export const Shell = ({ children = <Outlet /> }: { children?: ReactNode }) => (
  <SignedInGate>{(onSignOut) => <Frame onSignOut={onSignOut}>{children}</Frame>}</SignedInGate>
);
