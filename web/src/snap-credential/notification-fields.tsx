import { SNAP_PATHS } from '@dasbor/contract/snap';
import {
  SNAP_NOTIFICATIONS,
  SNAP_NOTIFICATION_SCOPES,
  SNAP_NOTIFY_SIGNATURES,
  SNAP_NOTIFY_URL_MAX,
  type SnapNotification,
  type SnapScope,
} from '@dasbor/contract/snap-credential';
import { Stack, Text, Title } from '@mantine/core';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { CredentialDraft } from './credential-fields.tsx';
import { messages } from './messages.ts';

/** The notifications that the services of a credential have. */
export const listNotifications = (services: readonly SnapScope[]): SnapNotification[] =>
  SNAP_NOTIFICATIONS.filter((service) => services.includes(SNAP_NOTIFICATION_SCOPES[service]));

interface NotificationFieldsProps {
  draft: CredentialDraft;
  onChange: (change: Partial<CredentialDraft>) => void;
  /** Why the server refused a URL, by service. */
  refused: Partial<Record<SnapNotification, string>>;
}

/** Payment notifications over SNAP BI: a base URL per service, and the signature. */
export function NotificationFields({ draft, onChange, refused }: NotificationFieldsProps) {
  const t = messages().notifications;
  const shown = listNotifications(draft.services);
  if (shown.length === 0) return null;
  const signatures = SNAP_NOTIFY_SIGNATURES.map((id) => ({ id, name: t.signatures[id] }));
  const { notify_urls, notify_signature } = draft;
  return (
    <Stack gap="sm" component="section" aria-label={t.title}>
      <div>
        <Title order={3} fz={14}>
          {t.title}
        </Title>
        <Text fz="sm" c="dimmed">
          {t.line}
        </Text>
      </div>
      {shown.map((service) => (
        <TextField
          key={service}
          label={t.urls[service]}
          description={t.url_line(SNAP_PATHS[service])}
          placeholder={t.url_example}
          type="url"
          maxLength={SNAP_NOTIFY_URL_MAX}
          value={notify_urls[service]}
          onChange={(url) => onChange({ notify_urls: { ...notify_urls, [service]: url } })}
          error={refused[service]}
          touched
        />
      ))}
      <SelectField
        label={t.signature}
        description={t.signature_lines[notify_signature]}
        options={signatures}
        value={signatures.find(({ id }) => id === notify_signature) ?? null}
        onChange={(one) => one !== null && onChange({ notify_signature: one.id })}
      />
    </Stack>
  );
}
