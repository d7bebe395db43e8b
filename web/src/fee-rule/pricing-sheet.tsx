import { bankShortName } from '@dasbor/contract/bank';
import { translateFeeRuleName } from '@dasbor/contract/fee-rule-names';
import { type FeeRuleWithState, listFeeRules } from '@dasbor/contract/fee-rule';
import { Badge, Button, Drawer, Stack, Switch, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { formatAmountBand, formatValidity, formatFeeLimits, formatPrice } from '../ui/format-fee.ts';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { FeeSimulator } from './fee-simulator.tsx';
import { formatVatRate, groupByMethod, feeClassLabel, feeMethodLabel } from './price-labels.ts';
import { messages } from './messages.ts';
import classes from './pricing.module.css';

/** Opens the fee rules from a list or a fee. */
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
        {messages().title}
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        size={520}
        title={messages().title}
        styles={{ title: { fontSize: 16, fontWeight: 650 } }}
        closeButtonProps={{ 'aria-label': messages().close }}
      >
        {opened && <Pricing />}
      </Drawer>
    </>
  );
}

/** Fee rules by method, own and standard, and the fee calculator. */
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
        {messages().line(feeClassLabel(fee_class), fee_class)}
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
        label={messages().past}
        checked={has_history}
        onChange={(event) => setHistory(event.currentTarget.checked)}
      />
    </Stack>
  );
}

const COLORS = { past: 'gray', present: 'green', future: 'yellow' } as const;

function Price({ rule }: { rule: FeeRuleWithState }) {
  const t = messages();
  const about = [
    rule.channel_code && bankShortName(rule.channel_code),
    formatAmountBand(rule),
    formatFeeLimits(rule),
  ].filter((part) => part !== null && part);
  return (
    <li className={classes.price} data-state={rule.state}>
      <span className={classes.name}>
        {translateFeeRuleName(rule.name, currentLanguage())}
        {rule.is_own && (
          <Badge size="xs" variant="light" ml={6}>
            {t.own}
          </Badge>
        )}
      </span>
      <span className={classes.fee}>{formatPrice(rule)}</span>
      <span className={classes.about}>
        {[...about, formatValidity(rule), t.version(rule.version)].join(' · ')}
        {rule.rate_bps + rule.flat_amount > 0 && ` · PPN ${formatVatRate(rule)}`}
      </span>
      <Badge size="xs" variant="dot" color={COLORS[rule.state]} className={classes.state}>
        {t.states[rule.state]}
      </Badge>
    </li>
  );
}
