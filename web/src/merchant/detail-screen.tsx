import { getMerchant } from '@dasbor/contract/merchant';
import type { MerchantDetail } from '@dasbor/contract/merchant-fields';
import { Box, Button, Tabs } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { useRecordTabs } from '../list/detail-tabs.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { ContextLine, Headline } from '../ui/headline.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { MerchantActions } from './actions.tsx';
import { BalancesTab } from './balances-tab.tsx';
import { Callout } from '../ui/callout.tsx';
import { ChannelsTab } from './channels-tab.tsx';
import { MerchantStatusChip, VerificationChip } from './columns.tsx';
import { IntegrationTab } from './integration-tab.tsx';
import { formatMerchantStatus } from './labels.ts';
import { LimitsTab } from './limits-tab.tsx';
import { messages } from './messages.ts';
import { NotesTab } from './notes-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { SettlementsTab } from './settlements-tab.tsx';
import { TermsTab } from './terms-tab.tsx';
import { TransactionsTab } from './transactions-tab.tsx';
import { UsersTab } from './users-tab.tsx';

/** Sections that other features draw. A section that is absent has no tab. */
export interface MerchantDetailSlots {
  verification?: (merchant: MerchantDetail) => ReactNode;
  pricing: (merchant_id: string) => ReactNode;
  audit: (merchant_id: string) => ReactNode;
  /** Approve and reject of a request for approval. */
  decision: (approval_id: string) => ReactNode;
  /** Opens the dashboard of the merchant that the session reads now. */
  onImpersonated: () => void;
}

const Back = () => <BackToList path="/merchant" label={messages().title} />;

/** A merchant of the provider, by section: `?tab=limits`. */
export function MerchantDetailScreen(slots: MerchantDetailSlots) {
  const t = messages().detail;
  const { id } = useParams({ from: '/protected/merchant/$id' });
  const navigate = useNavigate();
  const merchant = useQuery({ ...buildQuery(getMerchant, { params: { merchant_id: id } }), meta: { quiet: true } });
  useBackOnEscape('/merchant');
  if (merchant.isPending) return <ScreenSkeleton />;
  if (merchant.data !== undefined) return <Detail merchant={merchant.data.data} slots={slots} />;
  const { status_code, detail, request_id } = merchant.error;
  // A malformed id is treated as not found.
  if (status_code !== 404 && status_code !== 400) {
    return (
      <Panel>
        <Back />
        <FailedState detail={detail} request_id={request_id} onRetry={() => void merchant.refetch()} />
      </Panel>
    );
  }
  return (
    <Panel>
      <EmptyState
        title={t.not_found}
        icon={<IconBuildingStore size={22} stroke={1.6} />}
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/merchant' })}>
            {messages().back}
          </Button>
        }
      >
        {t.not_found_line}
      </EmptyState>
    </Panel>
  );
}

function Detail({ merchant, slots }: { merchant: MerchantDetail; slots: MerchantDetailSlots }) {
  const t = messages();
  const navigate = useNavigate();
  const { id } = merchant;
  const [json] = useRecordTabs({ record: merchant });
  const tabs: readonly Tab[] = [
    ...buildTabs(merchant, slots),
    ['json', json!.render],
    ['audit', () => slots.audit(id)],
  ];
  const given = useSearch({ strict: false })['tab'];
  const shown = tabs.find(([name]) => name === given)?.[0] ?? 'overview';
  return (
    <>
      <PageHeader
        document_title={`${merchant.brand_name} · ${formatMerchantStatus(merchant.status)}`}
        back={<Back />}
        title={
          <Headline>
            {merchant.brand_name}
            <MerchantStatusChip {...merchant} />
            <VerificationChip {...merchant} />
          </Headline>
        }
        line={
          <ContextLine>
            <span>
              {merchant.code} · {merchant.legal_name}
            </span>
            <CopyableId value={id} label={t.fields.id} />
          </ContextLine>
        }
        actions={<MerchantActions merchant={merchant} onImpersonated={slots.onImpersonated} />}
        tabs={
          <Tabs
            value={shown}
            onChange={(next) =>
              void navigate({
                to: '/merchant/$id',
                params: { id },
                search: next === null || next === 'overview' ? {} : { tab: next },
              })
            }
          >
            <Tabs.List aria-label={t.detail.label}>
              {tabs.map(([name]) => (
                <Tabs.Tab key={name} value={name}>
                  {t.tabs[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
      />
      {merchant.suspended_reason !== null && (
        <Box mb="md">
          <Callout kind="warning">{t.detail.suspended_for(merchant.suspended_reason)}</Callout>
        </Box>
      )}
      {tabs.find(([name]) => name === shown)?.[1]()}
    </>
  );
}

type Tab = readonly [name: keyof ReturnType<typeof messages>['tabs'], render: () => ReactNode];

function buildTabs(merchant: MerchantDetail, { verification, pricing, decision }: MerchantDetailSlots): readonly Tab[] {
  const { id } = merchant;
  const verification_tab: readonly Tab[] =
    verification === undefined ? [] : [['verification', () => verification(merchant)]];
  return [
    ['overview', () => <OverviewTab merchant={merchant} />],
    ...verification_tab,
    ['users', () => <UsersTab merchant_id={id} />],
    ['pricing', () => pricing(id)],
    ['terms', () => <TermsTab merchant_id={id} />],
    ['limits', () => <LimitsTab key={merchant.events[0]?.seq ?? 0} merchant={merchant} />],
    ['channels', () => <ChannelsTab key={merchant.disabled_channels.join()} merchant={merchant} />],
    ['balances', () => <BalancesTab merchant_id={id} decision={decision} />],
    ['transactions', () => <TransactionsTab merchant_id={id} />],
    ['settlements', () => <SettlementsTab merchant={merchant} />],
    ['integration', () => <IntegrationTab merchant_id={id} />],
    ['notes', () => <NotesTab merchant_id={id} />],
  ];
}
