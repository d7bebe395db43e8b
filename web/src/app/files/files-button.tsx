import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useSignedIn } from '../../api/signed-in.ts';
import { useUnseenExports } from '../../export/unseen-exports.ts';
import { useFilesDrawer } from './use-files-drawer.ts';
import { messages } from '../shell/messages.ts';

/** Opens the drawer of exports and reports; its dot shows that one is being prepared, or ready and not seen yet. */
export function FilesButton() {
  const { profile } = useSignedIn();
  // Only merchants have exports.
  return profile?.merchant_id === null ? null : <OpenFilesButton />;
}

function OpenFilesButton() {
  const t = messages().files;
  const [, show] = useFilesDrawer();
  const { activity } = useUnseenExports();
  const name = activity === 'preparing' ? t.preparing : activity === 'ready' ? t.ready : t.title;
  return (
    <Tooltip label={name} openDelay={400}>
      <Indicator
        disabled={activity === null}
        size={8}
        offset={6}
        color="primary.5"
        processing={activity === 'preparing'}
      >
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={name} onClick={() => show('exports')}>
          <IconFileDownload size={19} stroke={1.7} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
