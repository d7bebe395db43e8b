import { type CommissionStatementStatus, summariseCommissionStatements } from '@dasbor/contract/commission-statement';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FilterBar } from '../list/filter-bar.tsx';
import { MerchantFilter } from '../list/merchant-filter.tsx';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { STATEMENT_CHOICES, STATEMENT_FILTER } from './filter.ts';
import { messages } from './messages.ts';
import { useLiveStatements } from './mutations.ts';
import { StatementChip, formatStatementStatus } from './statement-chip.tsx';
import { type Decision, StatementDetail } from './statement-detail.tsx';
import { StatementPanel } from './statement-panel.tsx';

/** The statements of a rule, or one of them: `?statement=`. */
export function StatementsTab({ rule_id, decision }: { rule_id: string; decision: Decision }) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { statement } = search;
  useLiveStatements();
  if (typeof statement === 'string') return <StatementDetail rule_id={rule_id} id={statement} decision={decision} />;
  return <StatementList rule_id={rule_id} />;
}

/** Statements of all rules. */
export function AllStatements() {
  useLiveStatements();
  return <StatementList />;
}

function StatementList({ rule_id }: { rule_id?: string }) {
  const t = messages().statement;
  const is_of_rule = rule_id !== undefined;
  const [filter, change] = useListFilter(
    is_of_rule ? '/account-group-commission/$id' : '/account-group-commission',
    STATEMENT_FILTER,
    is_of_rule ? { id: rule_id } : {},
  );
  const query = useMemo(
    () => ({
      ...STATEMENT_FILTER.toSummaryQuery<Record<string, unknown>>(filter),
      ...(is_of_rule ? { rule_id } : {}),
    }),
    [filter, is_of_rule, rule_id],
  );
  return (
    <>
      <FilterBar
        form={STATEMENT_FILTER}
        filter={filter}
        onChange={change}
        label={t.filter}
        search_label={t.search}
        dates={[['created_at', t.made]]}
        saved_views_key="commission-statements"
        choices={[['status', t.status, STATEMENT_CHOICES.status]]}
        value_labels={{ status: formatStatementStatus }}
        has_amount={false}
      >
        {!is_of_rule && (
          <MerchantFilter kind="group" value={filter.group_id} onChange={(group_id) => change({ group_id })} />
        )}
      </FilterBar>
      <SummaryStrip
        route={summariseCommissionStatements}
        query={query}
        selected={filter.status}
        renderStatus={(status) => <StatementChip status={status as CommissionStatementStatus} />}
        onSelect={(status) => change({ status })}
      />
      <StatementPanel
        query={query}
        has_rule={!is_of_rule}
        is_filtered={STATEMENT_FILTER.isFiltered(filter)}
        onClear={() => change(STATEMENT_FILTER.cleared(filter))}
      />
    </>
  );
}
