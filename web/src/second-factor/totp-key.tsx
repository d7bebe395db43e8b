/** The key of an authenticator app: as a QR code to scan, and as text to type. */
import { Center, Skeleton, Stack, Text } from '@mantine/core';
import { CopyableId } from '../ui/copyable-id.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';
import { messages } from './messages.ts';

/** null: the key has not arrived. */
export function TotpKey({ enrolment }: { enrolment: { secret: string; uri: string } | null }) {
  const t = messages().totp;
  return (
    <Stack gap="md">
      <Text>{t.scan}</Text>
      <Center>
        {enrolment ? <QrPicture payload={enrolment.uri} label={t.qr} size_px={200} /> : <Skeleton w={200} h={200} />}
      </Center>
      {enrolment && (
        <div>
          <Text c="dimmed" fz="sm">
            {t.enter_key}
          </Text>
          <CopyableId value={enrolment.secret} label={t.key}>
            <Text component="span" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {enrolment.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </Text>
          </CopyableId>
        </div>
      )}
    </Stack>
  );
}
