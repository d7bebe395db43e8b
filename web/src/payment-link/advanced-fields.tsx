import { LINK_METADATA_MAX, LINK_REMINDERS_MAX } from '@dasbor/contract/payment-link-terms';
import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Panel } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useLinkForm, useTextField } from './form-context.ts';
import { buildRowKey } from './link-form.ts';
import classes from './payment-link.module.css';
import { formMessages } from './form-messages.ts';
import { messages } from './messages.ts';

const REMINDERS = [
  { hours: 1, name: 'h1' },
  { hours: 3, name: 'h3' },
  { hours: 6, name: 'h6' },
  { hours: 24, name: 'h24' },
  { hours: 72, name: 'h72' },
  { hours: 168, name: 'h168' },
] as const;

/** Language, notifications and reminders. */
export function MessageFields() {
  const { form, errors, is_submitted, change } = useLinkForm();
  const t = formMessages().notifications;
  const chosen = form.reminders.map(String);
  return (
    <Panel title={t.title}>
      <Stack gap="md">
        <div>
          <Text fw={500} mb={4} id="link-language">
            {t.language}
          </Text>
          <SegmentedControl
            aria-labelledby="link-language"
            data={[
              { value: 'id', label: messages().languages.id },
              { value: 'en', label: messages().languages.en },
            ]}
            value={form.language}
            onChange={(language) => change({ language: language as 'id' | 'en' })}
          />
        </div>
        <Switch
          label={t.by_email}
          checked={form.notify_email}
          onChange={(event) => change({ notify_email: event.currentTarget.checked })}
        />
        <Switch
          label={t.by_whatsapp}
          checked={form.notify_whatsapp}
          onChange={(event) => change({ notify_whatsapp: event.currentTarget.checked })}
        />
        {form.expiry !== 'never' && (
          <Checkbox.Group
            label={t.reminders}
            value={chosen}
            onChange={(next) => change({ reminders: next.map(Number).toSorted((a, b) => b - a) })}
          >
            <Group gap={16} mt={8}>
              {REMINDERS.map(({ hours, name }) => (
                <Checkbox
                  key={hours}
                  value={String(hours)}
                  label={t.before[name]}
                  disabled={chosen.length >= LINK_REMINDERS_MAX && !chosen.includes(String(hours))}
                />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        {is_submitted && errors['reminders'] !== undefined && (
          <Text c="var(--mantine-color-error)" fz="xs" role="alert">
            {errors['reminders']}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** Custom slug, redirect URLs and metadata. */
export function AdvancedFields() {
  const { form, errors, is_submitted, is_edit, change } = useLinkForm();
  const { metadata } = form;
  const set = (next: typeof metadata) => change({ metadata: next });
  const t = formMessages().advanced;
  const metadata_error = Object.entries(errors).find(([path]) => path.startsWith('metadata'))?.[1];
  const slug = useTextField('custom_slug');
  return (
    <Panel title={t.title}>
      <Stack gap="md">
        {!is_edit && (
          <TextField {...slug} label={t.slug} description={t.slug_hint} placeholder="pesanan-17" maxLength={40} />
        )}
        <div className={classes.pair}>
          <TextField
            {...useTextField('success_redirect_url')}
            label={t.success_url}
            placeholder="https://toko.example/terima-kasih"
          />
          <TextField
            {...useTextField('failure_redirect_url')}
            label={t.failure_url}
            placeholder="https://toko.example/gagal"
          />
        </div>
        <div>
          <Group justify="space-between" mb={8}>
            <Text fw={500}>{t.metadata}</Text>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={metadata.length >= LINK_METADATA_MAX}
              onClick={() => set([...metadata, { key: buildRowKey(), name: '', value: '' }])}
            >
              {t.add}
            </Button>
          </Group>
          <Stack gap={8}>
            {metadata.map((pair, index) => (
              <Group key={pair.key} align="end" wrap="nowrap" gap={8}>
                <TextField
                  label={t.key(index + 1)}
                  style={{ flex: 1 }}
                  maxLength={40}
                  value={pair.name}
                  error={metadata_error}
                  touched={is_submitted}
                  onChange={(name) => set(metadata.map((each) => (each.key === pair.key ? { ...each, name } : each)))}
                />
                <TextField
                  label={t.value(index + 1)}
                  style={{ flex: 1 }}
                  maxLength={500}
                  value={pair.value}
                  onChange={(value) => set(metadata.map((each) => (each.key === pair.key ? { ...each, value } : each)))}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={34}
                  aria-label={t.remove(index + 1)}
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
