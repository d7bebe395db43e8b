import { Stack } from '@mantine/core';
import { ApiSettingsScreen } from '../../api-settings/api-settings-screen.tsx';
import { IpAllowListPanel } from '../../settings/ip-allow-list-panel.tsx';
import { SnapTab } from '../../snap-credential/snap-tab.tsx';
import { EventLogTab } from '../../webhook/event-log-tab.tsx';
import { WebhooksTab } from '../../webhook/webhooks-tab.tsx';

/** The API settings, composed of the parts of the features that own them. */
export const ApiSettingsRoute = () => (
  <ApiSettingsScreen
    webhooks={<WebhooksTab />}
    events={<EventLogTab />}
    snap={<SnapTab />}
    addresses={
      <Stack maw={640}>
        <IpAllowListPanel />
      </Stack>
    }
  />
);
