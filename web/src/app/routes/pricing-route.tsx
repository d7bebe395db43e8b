import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RailsPanel } from '../../bank-transfer/rails-panel.tsx';
import { PricingPanel } from '../../fee-rule/pricing-panel.tsx';
import { HolidaysPanel } from '../../settlement/holidays-panel.tsx';
import { TermsTab } from '../../merchant/terms-tab.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { messages } from '../shell/messages.ts';
import { paths } from './paths.ts';

const TABS = ['fees', 'terms', 'holidays', 'rails'] as const;
type Tab = (typeof TABS)[number];
const CONTENTS: Record<Tab, () => ReactNode> = {
  fees: () => <PricingPanel merchant_id={null} />,
  terms: () => <TermsTab merchant_id={null} />,
  holidays: () => <HolidaysPanel />,
  rails: () => <RailsPanel />,
};

/** Standard fees, standard settlement terms, bank holidays and transfer rails, each tab at its own address: `?tab=holidays`. */
export function PricingRoute() {
  const t = messages().pricing;
  const navigate = useNavigate();
  const given = useSearch({ strict: false })['tab'];
  const shown = TABS.find((tab) => tab === given) ?? 'fees';
  const open = (tab: Tab): void => void navigate({ to: paths.pricing(), search: tab === 'fees' ? {} : { tab } });
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={
          <Tabs value={shown} onChange={(next) => open(TABS.find((tab) => tab === next) ?? 'fees')}>
            <Tabs.List aria-label={t.title}>
              {TABS.map((tab) => (
                <Tabs.Tab key={tab} value={tab}>
                  {t.tabs[tab]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
      />
      {CONTENTS[shown]()}
    </>
  );
}
