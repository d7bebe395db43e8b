import { LINK_METADATA_MAX, LINK_REMINDERS_MAX } from '@dasbor/contract/payment-link-terms';
import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useLinkForm, useTextField } from './form-context.ts';
import { newRowKey } from './link-form.ts';
import classes from './payment-link.module.css';

const REMINDERS = [
  { hours: 1, label: '1 hour before' },
  { hours: 3, label: '3 hours before' },
  { hours: 6, label: '6 hours before' },
  { hours: 24, label: '1 day before' },
  { hours: 72, label: '3 days before' },
  { hours: 168, label: '7 days before' },
] as const;

/** How the customer hears of it. */
export function MessageFields() {
  const { form, errors: faults, is_submitted, change } = useLinkForm();
  const chosen = form.reminders.map(String);
  return (
    <Panel title="Messages">
      <Stack gap="md">
        <div>
          <Text fw={500} mb={4} id="link-language">
            Language of the page and the mails
          </Text>
          <SegmentedControl
            aria-labelledby="link-language"
            data={[
              { value: 'id', label: 'Bahasa Indonesia' },
              { value: 'en', label: 'English' },
            ]}
            value={form.language}
            onChange={(language) => change({ language: language as 'id' | 'en' })}
          />
        </div>
        <Switch
          label="Send the link to the customer by e-mail once it is active"
          checked={form.notify_email}
          onChange={(event) => change({ notify_email: event.currentTarget.checked })}
        />
        <Switch
          label="Write the WhatsApp message for me once it is active"
          checked={form.notify_whatsapp}
          onChange={(event) => change({ notify_whatsapp: event.currentTarget.checked })}
        />
        {form.expiry !== 'never' && (
          <Checkbox.Group
            label="Remind a customer who has not paid, by e-mail"
            value={chosen}
            onChange={(next) => change({ reminders: next.map(Number).toSorted((a, b) => b - a) })}
          >
            <Group gap={16} mt={8}>
              {REMINDERS.map(({ hours, label }) => (
                <Checkbox
                  key={hours}
                  value={String(hours)}
                  label={label}
                  disabled={chosen.length >= LINK_REMINDERS_MAX && !chosen.includes(String(hours))}
                />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        {is_submitted && faults['reminders'] !== undefined && (
          <Text c="var(--mantine-color-error)" fz="xs" role="alert">
            {faults['reminders']}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** The address, where the customer goes afterwards, and pairs of the merchant's own. */
export function AdvancedFields() {
  const { form, errors: faults, is_submitted, is_edit, change } = useLinkForm();
  const { metadata } = form;
  const set = (next: typeof metadata) => change({ metadata: next });
  const of_metadata = Object.entries(faults).find(([path]) => path.startsWith('metadata'))?.[1];
  const slug = useTextField('custom_slug');
  return (
    <Panel title="More">
      <Stack gap="md">
        {!is_edit && (
          <TextField
            {...slug}
            label="Beginning of the address"
            description="Twelve random characters always follow, so that nobody can guess it"
            placeholder="pesanan-17"
            maxLength={40}
          />
        )}
        <div className={classes.pair}>
          <TextField
            {...useTextField('success_redirect_url')}
            label="Go here after paying"
            placeholder="https://toko.example/terima-kasih"
          />
          <TextField
            {...useTextField('failure_redirect_url')}
            label="Go here when it cannot be paid"
            placeholder="https://toko.example/gagal"
          />
        </div>
        <div>
          <Group justify="space-between" mb={8}>
            <Text fw={500}>Metadata</Text>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={metadata.length >= LINK_METADATA_MAX}
              onClick={() => set([...metadata, { key: newRowKey(), name: '', value: '' }])}
            >
              Add a pair
            </Button>
          </Group>
          <Stack gap={8}>
            {metadata.map((pair, place) => (
              <Group key={pair.key} align="end" wrap="nowrap" gap={8}>
                <TextField
                  label={`Key ${place + 1}`}
                  style={{ flex: 1 }}
                  maxLength={40}
                  value={pair.name}
                  error={of_metadata}
                  touched={is_submitted}
                  onChange={(name) => set(metadata.map((each) => (each.key === pair.key ? { ...each, name } : each)))}
                />
                <TextField
                  label={`Value ${place + 1}`}
                  style={{ flex: 1 }}
                  maxLength={500}
                  value={pair.value}
                  onChange={(value) => set(metadata.map((each) => (each.key === pair.key ? { ...each, value } : each)))}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={34}
                  aria-label={`Remove pair ${place + 1}`}
                  onClick={() => set(metadata.filter((each) => each.key !== pair.key))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
        </div>
      </Stack>
    </Panel>
  );
}
