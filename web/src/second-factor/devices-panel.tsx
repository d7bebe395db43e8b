import { Button, Group, Stack, Text } from '@mantine/core';
import { formatBrowser } from '@dasbor/contract/browser';
import type { Output } from '@dasbor/contract/route';
import { forgetDevice, type getSecondFactor } from '@dasbor/contract/second-factor';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { formatInstant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { messages } from './messages.ts';

type Device = Output<typeof getSecondFactor>['data']['devices'][number];

/** Devices that need no second factor at sign-in; each can be forgotten. */
export function DevicesPanel({ devices, onChanged }: { devices: Device[]; onChanged: () => void }) {
  const t = messages().devices;
  const forget = useMutation({
    mutationFn: (id: string) => call(forgetDevice, { params: { id } }),
    onSuccess: onChanged,
  });
  return (
    <Panel title={t.title}>
      <Stack gap="md">
        {devices.map((device) => {
          const name = formatBrowser(device.user_agent) ?? t.unknown;
          return (
            <Group key={device.id} justify="space-between" gap="xs">
              <div>
                <Text fw={600}>{name}</Text>
                <Text c="dimmed" fz="sm">
                  {t.until(formatInstant(device.expires_at))}
                </Text>
              </div>
              <Button
                variant="default"
                size="compact-md"
                aria-label={t.forget_of(name)}
                loading={forget.isPending && forget.variables === device.id}
                onClick={() => forget.mutate(device.id)}
              >
                {t.forget}
              </Button>
            </Group>
          );
        })}
      </Stack>
    </Panel>
  );
}
