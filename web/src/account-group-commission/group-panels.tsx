/** Commission rules and statements of one account group, for the screen of the group. */
import { listCommissionRules } from '@dasbor/contract/account-group-commission';
import type { CommissionRule } from '@dasbor/contract/account-group-commission-fields';
import { IconPercentage } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { buildPagesQuery } from '../api/query.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { RuleCard, buildColumns } from './columns.tsx';
import { messages } from './messages.ts';
import { useLiveStatements } from './mutations.ts';
import { StatementPanel } from './statement-panel.tsx';

const COLUMNS = ['name', 'status', 'scope', 'basis', 'rate', 'flat', 'period'];

export function GroupRulesPanel({ group_id }: { group_id: string }) {
  const t = messages().list;
  const query = { group_id };
  const rules = useInfiniteQuery({ ...buildPagesQuery(listCommissionRules, { query }), meta: { quiet: true } });
  const rows = (rules.data?.pages ?? []).flatMap((page) => page.data);
  return (
    <Panel
      title={t.label}
      flush={rows.length > 0}
      actions={
        <DownloadButton label={t.download} route={listCommissionRules} input={{ query }} file_name="commission-rules" />
      }
    >
      <PanelRows
        query={rules}
        rows={rows}
        skeleton_rows={4}
        empty={
          <EmptyState title={t.empty_of_group} icon={<IconPercentage size={22} stroke={1.6} />}>
            {t.empty_line}
          </EmptyState>
        }
        label={t.label}
        columns={buildColumns().filter(({ id }) => COLUMNS.includes(id))}
        keyOf={({ id }: CommissionRule) => id}
        renderCard={(row) => <RuleCard row={row} />}
      />
    </Panel>
  );
}

export function GroupStatementsPanel({ group_id }: { group_id: string }) {
  useLiveStatements();
  return <StatementPanel query={{ group_id }} has_rule />;
}
