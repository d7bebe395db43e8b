import { type FeeRuleWithState, listFeeRules } from '@dasbor/contract/fee-rule';
import { Badge, Button, Drawer, Stack, Switch, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import {
  formatAmountBand,
  formatValidity,
  formatFeeLimits,
  formatPrice,
  formatVatCalculation,
} from '../ui/format-fee.ts';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { FeeSimulator } from './fee-simulator.tsx';
import { groupByMethod, feeClassLabel, feeMethodLabel } from './price-labels.ts';
import classes from './pricing.module.css';

/** Opens the prices: beside a list or a fee. */
export function PricingButton({ is_quiet = false }: { is_quiet?: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant={is_quiet ? 'subtle' : 'default'}
        size={is_quiet ? 'compact-sm' : 'sm'}
        leftSection={<IconTags size={is_quiet ? 14 : 16} aria-hidden />}
        onClick={open}
      >
        Pricing
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        size={520}
        title="Pricing"
        styles={{ title: { fontSize: 16, fontWeight: 650 } }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {opened && <Pricing />}
      </Drawer>
    </>
  );
}

/** What each way of being paid costs: the merchant's own prices and the standard ones, and what a payment would cost. */
function Pricing() {
  const [has_history, setHistory] = useState(false);
  const prices = useQuery({ ...buildQuery(listFeeRules), meta: { quiet: true } });
  if (prices.isPending) return <ListSkeleton rows={6} />;
  if (prices.isError && prices.data === undefined) {
    return (
      <FailedState
        detail={prices.error.detail}
        request_id={prices.error.request_id}
        onRetry={() => void prices.refetch()}
      />
    );
  }
  const { data, fee_class } = prices.data;
  const shown = data.filter(({ state }) => has_history || state !== 'past');
  return (
    <Stack gap="lg">
      <Text c="dimmed" fz="sm">
        QRIS is priced for a {feeClassLabel(fee_class)} ({fee_class}). Your own prices stand before the standard ones.
        PPN comes on top of each fee; days are in WIB.
      </Text>
      <FeeSimulator />
      {groupByMethod(shown).map(([method, rules]) => (
        <section key={method} aria-label={feeMethodLabel(method)}>
          <Title order={3} className={classes.method}>
            {feeMethodLabel(method)}
          </Title>
          <ul className={classes.prices}>
            {rules.map((rule) => (
              <Price key={rule.id} rule={rule} />
            ))}
          </ul>
        </section>
      ))}
      <Switch
        label="Past prices too"
        checked={has_history}
        onChange={(event) => setHistory(event.currentTarget.checked)}
      />
    </Stack>
  );
}

const STATES = { past: 'Past', present: 'In force', future: 'To come' } as const;
const COLORS = { past: 'gray', present: 'green', future: 'yellow' } as const;

function Price({ rule }: { rule: FeeRuleWithState }) {
  const about = [rule.channel_code, formatAmountBand(rule), formatFeeLimits(rule)].filter(
    (part) => part !== null && part,
  );
  return (
    <li className={classes.price} data-state={rule.state}>
      <span className={classes.name}>
        {rule.name}
        {rule.is_own && (
          <Badge size="xs" variant="light" ml={6}>
            Yours
          </Badge>
        )}
      </span>
      <span className={classes.fee}>{formatPrice(rule)}</span>
      <span className={classes.about}>
        {[...about, formatValidity(rule), `version ${rule.version}`].join(' · ')}
        {rule.rate_bps + rule.flat_amount > 0 && ` · PPN ${formatVatCalculation(rule, 0).replace(/ of Rp.*/, '')}`}
      </span>
      <Badge size="xs" variant="dot" color={COLORS[rule.state]} className={classes.state}>
        {STATES[rule.state]}
      </Badge>
    </li>
  );
}
