import { Drawer, Tabs } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { ExportsPanel } from '../../export/exports-panel.tsx';
import { useUnseenExports } from '../../export/unseen-exports.ts';
import { ReportsPanel } from '../../report/reports-panel.tsx';
import { type FileTab, useFilesDrawer } from './use-files-drawer.ts';
import { messages } from '../shell/messages.ts';

/** Exports and reports in a drawer over any screen, each on a tab. */
export function FilesDrawer() {
  const t = messages().files;
  const [open, show] = useFilesDrawer();
  return (
    <Drawer
      opened={open !== null}
      onClose={() => show(null)}
      position="right"
      size={520}
      title={t.title}
      styles={{ title: { fontSize: 16, fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Tabs value={open} onChange={(next) => show(next as FileTab)} keepMounted={false}>
        <Tabs.List aria-label={t.title}>
          <Tabs.Tab value="exports">{t.exports}</Tabs.Tab>
          <Tabs.Tab value="reports">{t.reports}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="exports" pt="xs">
          <SeenExports />
        </Tabs.Panel>
        <Tabs.Panel value="reports" pt="xs">
          <ReportsPanel />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  );
}

/** Marks finished exports as seen while the panel is open. */
function SeenExports() {
  const { activity, markSeen } = useUnseenExports();
  const onReady = useEffectEvent(markSeen);
  useEffect(() => {
    if (activity === 'ready') onReady();
  }, [activity]);
  return <ExportsPanel />;
}
