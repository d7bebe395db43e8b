import { SNAP_NOTIFICATIONS, type SnapCredential } from '@dasbor/contract/snap-credential';
import { Button, Drawer } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { saveFile } from '../ui/save-file.ts';
import { CredentialStatus, LastUsed, formatServices } from './credential-parts.tsx';
import { messages } from './messages.ts';

/** All details of one credential. */
export function CredentialSheet({ shown, onClose }: { shown: SnapCredential; onClose: () => void }) {
  const t = messages();
  const { columns } = t;
  const fingerprint = shown.public_key_fingerprint;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={shown.name}
      styles={{ title: { fontSize: 16, fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <DetailList
        rows={[
          [columns.status, <CredentialStatus key="status" status={shown.status} />],
          [columns.client_key, <CopyableId key="key" value={shown.client_key} label={columns.client_key} />],
          ['ID', <CopyableId key="id" value={shown.id} />],
          [columns.services, formatServices(shown)],
          [columns.channel, shown.channel_id],
          [columns.encoding, t.encodings[shown.signature_encoding]],
          [
            columns.public_key,
            fingerprint === null ? t.no_key : <CopyableId key="f" value={fingerprint} label={columns.public_key} />,
          ],
          ...(shown.public_key_at === null
            ? []
            : [[columns.uploaded, <Instant key="uploaded" at={shown.public_key_at} />] as const]),
          ...SNAP_NOTIFICATIONS.map((service) => [t.notifications.urls[service], shown.notify_urls[service]] as const),
          ...(shown.notify_public_key === null
            ? []
            : [
                [t.notifications.signature, t.notifications.signatures[shown.notify_signature]] as const,
                [t.notifications.our_key, <OurKey key="ours" pem={shown.notify_public_key} />] as const,
              ]),
          ...(shown.previous_secret_expires_at === null
            ? []
            : [[columns.previous_secret, <Instant key="former" at={shown.previous_secret_expires_at} />] as const]),
          [columns.last_used, <LastUsed key="used" shown={shown} />],
          [columns.created, <Instant key="created" at={shown.created_at} />],
          [columns.created_by, shown.created_by],
          ...(shown.revoked_at === null
            ? []
            : [[columns.revoked, <Instant key="revoked" at={shown.revoked_at} />] as const]),
        ]}
      />
    </Drawer>
  );
}

/** Our public key, which the merchant's server needs to verify notifications and token requests. */
const OurKey = ({ pem }: { pem: string }) => (
  <Button
    variant="default"
    size="compact-sm"
    leftSection={<IconDownload size={14} aria-hidden />}
    onClick={() => saveFile(new Blob([pem], { type: 'application/x-pem-file' }), 'dasbor-snap-public-key.pem')}
  >
    {messages().notifications.download_key}
  </Button>
);
