import { recoverWebhook } from '@dasbor/contract/webhook';
import * as duration from '@dasbor/contract/duration';
import { fromLocalTime, toZonedDay } from '@dasbor/contract/time';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { DateField } from '../ui/date-field.tsx';
import { messages } from './messages.ts';
import { currentTimeZone } from '../ui/time-zone.ts';
import { useWebhookChange } from './mutations.ts';

/** A minute in the user's zone, `2026-11-22T14:05`, as an instant. */
const toInstant = (minute: string): string => fromLocalTime(minute, currentTimeZone()).toISOString();

/** Sends what the endpoint missed between two times again. */
export function RecoverModal({ id, onClose }: { id: string; onClose: () => void }) {
  const t = messages();
  const [now] = useState(() => new Date());
  const [from, setFrom] = useState(
    `${toZonedDay(new Date(now.getTime() - duration.days(1)), currentTimeZone())}T00:00`,
  );
  const [to, setTo] = useState(`${toZonedDay(now, currentTimeZone())}T23:59`);
  const [is_tried, setTried] = useState(false);
  const is_valid = from !== '' && to !== '' && from < to;
  const recover = useWebhookChange(
    () => call(recoverWebhook, { params: { id }, body: { from: toInstant(from), to: toInstant(to) } }),
    { done: ({ data }) => t.recover.done(data.count), onDone: onClose },
  );
  return (
    <Modal opened onClose={onClose} title={t.recover.title} size={480} closeButtonProps={{ 'aria-label': t.close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (is_valid) recover.mutate(undefined);
        }}
      >
        <Stack gap="md">
          <Text fz="sm">{t.recover.line}</Text>
          <DateField label={t.recover.from} required with_time value={from} onChange={setFrom} />
          <DateField
            label={t.recover.to}
            required
            with_time
            value={to}
            onChange={setTo}
            error={is_valid ? undefined : t.recover.invalid}
            touched={is_tried}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.cancel}
            </Button>
            <Button type="submit" loading={recover.isPending}>
              {t.recover.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
