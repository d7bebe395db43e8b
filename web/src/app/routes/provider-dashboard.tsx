import { LISTS } from '../../merchant-lists/lists.tsx';
import { MerchantListPart } from '../../merchant-lists/merchant-list.tsx';
import { messages as listMessages } from '../../merchant-lists/messages.ts';
import { OperationsScreen } from '../../operations/operations-screen.tsx';
import { messages as outageMessages } from '../../outage/messages.ts';
import { OutagesPanel } from '../../outage/outages-panel.tsx';

/** The provider's operations, with outages and the lists over all merchants as further tabs. */
export function ProviderDashboard() {
  const t = listMessages().lists;
  return (
    <OperationsScreen
      further={[
        { name: 'outages', label: outageMessages().title, render: () => <OutagesPanel /> },
        ...LISTS.map((name) => ({
          name,
          label: t[name],
          render: () => <MerchantListPart key={name} name={name} />,
        })),
      ]}
    />
  );
}
