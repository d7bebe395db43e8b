import { getCommissionRule } from '@dasbor/contract/account-group-commission';
import type { CommissionRule } from '@dasbor/contract/account-group-commission-fields';
import { translateMessage } from '@dasbor/contract/language';
import { Button, Stack, Tabs } from '@mantine/core';
import { IconPercentage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { useRecordTabs } from '../list/detail-tabs.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { Callout } from '../ui/callout.tsx';
import { type Column, STATUS, renderText } from '../ui/column.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { RuleActions } from './actions.tsx';
import { RuleCard, RuleStatusChip } from './columns.tsx';
import classes from './commission.module.css';
import { EarningsPanel } from './earnings-panel.tsx';
import {
  formatBasis,
  formatBearer,
  formatBeneficiary,
  formatBounds,
  formatPeriod,
  formatPpm,
  formatRate,
  formatScope,
  formatStatus,
} from './labels.ts';
import { messages } from './messages.ts';
import { Simulator } from './simulator.tsx';
import type { Decision } from './statement-detail.tsx';
import { StatementsTab } from './statements-tab.tsx';

const PATH = '/account-group-commission';
const Back = () => <BackToList path={PATH} label={messages().title} />;

/** A version of a commission rule: its terms, its versions and what it earned. */
export function CommissionDetailScreen({ decision }: { decision: Decision }) {
  const t = messages();
  const { id } = useParams({ from: '/protected/account-group-commission/$id' });
  const navigate = useNavigate();
  const rule = useQuery({ ...buildQuery(getCommissionRule, { params: { id } }), meta: { quiet: true } });
  useBackOnEscape(PATH);
  if (rule.isPending) return <ScreenSkeleton />;
  if (rule.data !== undefined) return <Detail {...rule.data.data} decision={decision} />;
  const { status_code, detail, request_id } = rule.error;
  // A malformed id is treated as not found.
  if (status_code !== 404 && status_code !== 400) {
    return (
      <Panel>
        <Back />
        <FailedState detail={detail} request_id={request_id} onRetry={() => void rule.refetch()} />
      </Panel>
    );
  }
  return (
    <Panel>
      <EmptyState
        title={t.detail.not_found}
        icon={<IconPercentage size={22} stroke={1.6} />}
        action={
          <Button variant="default" onClick={() => void navigate({ to: PATH })}>
            {t.back}
          </Button>
        }
      >
        {t.detail.not_found_line}
      </EmptyState>
    </Panel>
  );
}

interface DetailProps extends CommissionRule {
  versions: readonly CommissionRule[];
  decision: Decision;
}

function Detail({ versions, decision, ...rule }: DetailProps) {
  const t = messages();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const record_tabs = useRecordTabs({
    record: rule,
    audit: { object_types: ['commission_rule'], object_id: rule.id, log: { merchant_id: rule.beneficiary_id } },
  });
  const tabs = [
    { id: 'rule', label: t.tabs.rule, render: () => <RulePanels rule={rule} versions={versions} /> },
    {
      id: 'statements',
      label: t.tabs.statements,
      render: () => <StatementsTab rule_id={rule.id} decision={decision} />,
    },
    ...record_tabs,
  ];
  const shown = tabs.find(({ id }) => id === search['tab']) ?? tabs[0]!;
  const has_draft = versions.some(({ status }) => status === 'draft' || status === 'pending_approval');
  return (
    <>
      <PageHeader
        document_title={`${rule.name} · ${formatStatus(rule.status)}`}
        back={<Back />}
        title={
          <span className={classes.headline}>
            {rule.name}
            <RuleStatusChip {...rule} />
          </span>
        }
        line={
          <span className={classes.headline}>
            <span>
              {rule.group_name} · {t.version_of(rule.version)}
            </span>
            <CopyableId value={rule.id} label={t.fields.id} />
          </span>
        }
        actions={
          <>
            {rule.approval_id !== null && decision(rule.approval_id)}
            <RuleActions rule={rule} has_draft={has_draft} />
          </>
        }
        tabs={
          <Tabs
            value={shown.id}
            onChange={(next) =>
              void navigate({
                to: '/account-group-commission/$id',
                params: { id: rule.id },
                search: next === null || next === 'rule' ? {} : { tab: next },
              })
            }
          >
            <Tabs.List aria-label={t.detail.label}>
              {tabs.map(({ id, label }) => (
                <Tabs.Tab key={id} value={id}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
      />
      {shown.render()}
    </>
  );
}

function RulePanels({ rule, versions }: { rule: CommissionRule; versions: readonly CommissionRule[] }) {
  const t = messages();
  return (
    <Stack gap="md">
      {rule.status === 'pending_approval' && <Callout kind="info">{t.detail.waiting}</Callout>}
      <div className={classes.grid}>
        <Panel title={t.detail.terms}>
          <DetailList rows={listTerms(rule)} />
        </Panel>
        <Simulator
          group_id={rule.group_id}
          method={rule.method}
          channel_code={rule.channel_code}
          terms={toTerms(rule)}
        />
      </div>
      <Panel title={t.detail.versions} flush>
        <PanelTable
          label={t.detail.versions}
          columns={buildVersionColumns()}
          rows={versions}
          keyOf={({ id }) => id}
          renderCard={(row) => <RuleCard row={row} />}
        />
      </Panel>
      <EarningsPanel id={rule.id} />
    </Stack>
  );
}

const toTerms = (rule: CommissionRule) => ({
  basis: rule.basis,
  rate_ppm: rule.rate_ppm,
  flat_amount: rule.flat_amount,
  commission_min: rule.commission_min,
  commission_max: rule.commission_max,
  tiers: rule.tiers,
  bearer: rule.bearer,
});

function listTerms(rule: CommissionRule): (readonly [string, ReactNode])[] {
  const { fields: t, cycles, tier_line } = messages();
  return [
    [t.group, `${rule.group_name} (${rule.group_code})`],
    [t.beneficiary, rule.bank_code === null ? `${rule.beneficiary_name} · ${t.no_account}` : formatBeneficiary(rule)],
    [t.scope, formatScope(rule)],
    [t.basis, formatBasis(rule.basis)],
    [t.rate, formatRate(rule)],
    [t.bounds, formatBounds(rule)],
    [
      t.tiers,
      rule.tiers.length === 0
        ? null
        : rule.tiers.map((tier) => (
            <div key={tier.volume_from}>{tier_line(formatRupiah(tier.volume_from), formatRate(tier))}</div>
          )),
    ],
    [t.bearer, formatBearer(rule.bearer)],
    [t.cycle, cycles[rule.cycle]],
    [t.tax, rule.tax_rate_ppm === 0 ? null : formatPpm(rule.tax_rate_ppm)],
    [t.period, formatPeriod(rule)],
    [t.created_by, rule.created_by],
    [t.submitted_by, rule.submitted_by],
    [t.decided_by, rule.decided_by],
    [t.remark, rule.remark === null ? null : translateMessage(rule.remark, currentLanguage())],
  ];
}

function buildVersionColumns(): readonly Column<CommissionRule>[] {
  const { fields: t, version_of } = messages();
  return [
    {
      id: 'version',
      label: t.version,
      width_px: 110,
      render: (row) => (
        <Link to="/account-group-commission/$id" params={{ id: row.id }}>
          {version_of(row.version)}
        </Link>
      ),
    },
    { ...STATUS, id: 'status', label: t.status, width_px: 178, render: (row) => <RuleStatusChip {...row} /> },
    { id: 'period', label: t.period, width_px: 210, is_whole: true, render: formatPeriod },
    { id: 'scope', label: t.scope, width_px: 150, priority: 3, render: formatScope },
    { id: 'rate', label: t.rate, width_px: 150, is_whole: true, render: formatRate },
    { id: 'decided_by', label: t.decided_by, width_px: 150, priority: 1, render: (row) => renderText(row.decided_by) },
  ];
}
