import { Group } from '@mantine/core';
import { ActivityPanel } from '../../audit/activity-panel.tsx';
import { messages as auditMessages } from '../../audit/messages.ts';
import { BankStatementsPart } from '../../bank-statement/list-screen.tsx';
import { messages as statementMessages } from '../../bank-statement/messages.ts';
import { LISTS } from '../../merchant-lists/lists.tsx';
import { MerchantListPart } from '../../merchant-lists/merchant-list.tsx';
import { messages as listMessages } from '../../merchant-lists/messages.ts';
import { ChannelsTab } from '../../operations/channels-tab.tsx';
import { messages as operationsMessages } from '../../operations/messages.ts';
import { OperationsScreen } from '../../operations/operations-screen.tsx';
import { messages as outageMessages } from '../../outage/messages.ts';
import { OutageModal } from '../../outage/outage-modal.tsx';
import { OutagesPanel } from '../../outage/outages-panel.tsx';

/** The provider's operations, with the activity of staff, bank channels, outages, reconciliation and the lists over all merchants as further tabs. */
export function ProviderDashboard() {
  const t = listMessages().lists;
  return (
    <OperationsScreen
      extra_tabs={[
        { name: 'events', label: auditMessages().activity.tab, render: () => <ActivityPanel /> },
        {
          name: 'channels',
          label: operationsMessages().channels.title,
          render: () => (
            <ChannelsTab renderOutage={(given, onClose) => <OutageModal given={given} onClose={onClose} />} />
          ),
        },
        { name: 'outages', label: outageMessages().title, render: () => <OutagesPanel /> },
        {
          name: 'reconciliation',
          label: statementMessages().detail.totals,
          render: () => (
            <BankStatementsPart
              renderHeader={(upload) => (
                <Group justify="flex-end" mb="md">
                  {upload}
                </Group>
              )}
            />
          ),
        },
        ...LISTS.map((name) => ({
          name,
          label: t[name],
          render: () => <MerchantListPart key={name} name={name} />,
        })),
      ]}
    />
  );
}
