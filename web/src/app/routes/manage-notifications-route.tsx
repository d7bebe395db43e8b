import { ManageNotificationsScreen } from '../../manage-notifications/manage-notifications-screen.tsx';
import { ConfigurationTab } from '../../report/configuration-tab.tsx';
import { ManageNotificationsGate } from '../settings/manage-notifications-gate.tsx';

/** The screen behind its access gate. */
export const ManageNotificationsRoute = () => (
  <ManageNotificationsGate>
    <ManageNotificationsScreen configuration={<ConfigurationTab />} />
  </ManageNotificationsGate>
);
