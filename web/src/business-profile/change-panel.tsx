import { type ProfileChange, withdrawProfileChange } from '@dasbor/contract/business-profile';
import type { ProfileField } from '@dasbor/contract/business-profile-fields';
import { FIELD_LABELS } from '@dasbor/contract/business-profile-labels';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { Callout } from '../ui/callout.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Panel } from '../ui/panel.tsx';
import { HorizontalScroll } from '../ui/horizontal-scroll.tsx';
import { showError } from '../ui/toast.ts';
import { formatValue } from './format-value.ts';
import { messages } from './messages.ts';
import { useProfileChange } from './use-profile.ts';

/** A change that waits for the provider, or why the last one was rejected. */
export function ChangePanel({ change, may_manage }: { change: ProfileChange; may_manage: boolean }) {
  const t = messages().change;
  const withdrawal = useProfileChange(() => call(withdrawProfileChange), { done: t.withdrawn });
  if (change.status === 'rejected') return <Callout kind="warning">{t.rejected(change.reason ?? '')}</Callout>;
  if (change.status !== 'pending') return null;
  return (
    <Panel title={t.title}>
      <Stack gap="sm">
        <Text>{t.pending}</Text>
        <HorizontalScroll label={t.table}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.field}</Table.Th>
                <Table.Th>{t.current}</Table.Th>
                <Table.Th>{t.requested}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {(Object.keys(change.after) as ProfileField[]).map((field) => (
                <Table.Tr key={field}>
                  <Table.Th scope="row">{FIELD_LABELS[field][currentLanguage()]}</Table.Th>
                  <Table.Td>{formatValue(field, change.before[field]) ?? t.empty}</Table.Td>
                  <Table.Td>{formatValue(field, change.after[field]) ?? t.empty}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </HorizontalScroll>
        {may_manage && (
          <Group>
            <Button
              variant="default"
              loading={withdrawal.isPending}
              onClick={() =>
                withdrawal.mutate(undefined, { onError: (error) => void showError(toProblem(error).detail) })
              }
            >
              {t.withdraw}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
