import { GroupRulesPanel, GroupStatementsPanel } from '../../account-group-commission/group-panels.tsx';
import { AccountGroupDetailScreen } from '../../account-group/detail-screen.tsx';

/** An account group with its commissions. */
export const AccountGroupDetailRoute = () => (
  <AccountGroupDetailScreen
    renderRules={(group_id) => <GroupRulesPanel group_id={group_id} />}
    renderStatements={(group_id) => <GroupStatementsPanel group_id={group_id} />}
  />
);
