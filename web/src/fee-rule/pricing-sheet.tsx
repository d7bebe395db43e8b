import { listFeeRules } from '@dasbor/contract/fee-rule';
import { Button, Drawer, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { FeeSimulator } from './fee-simulator.tsx';
import { formatFeeClass } from './price-labels.ts';
import { PriceLists } from './price-lists.tsx';
import { messages } from './messages.ts';

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
  const shown = data.filter(({ state }) => has_history || state !== 'ended');
  return (
    <Stack gap="lg">
      <Text c="dimmed" fz="sm">
        {messages().line(formatFeeClass(fee_class), fee_class)}
      </Text>
      <FeeSimulator />
      <PriceLists rules={shown} />
      <Switch
        label={messages().past}
        checked={has_history}
        onChange={(event) => setHistory(event.currentTarget.checked)}
      />
    </Stack>
  );
}
