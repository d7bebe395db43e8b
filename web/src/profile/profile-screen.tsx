import { Stack } from '@mantine/core';
import { useSignedIn } from '../api/signed-in.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { formatStatus } from '../ui/status-chip.tsx';
import { EmailLanguage } from './email-language.tsx';

/** Who is signed in, from the profile slice, which `onSaved` has read again. */
export function ProfileScreen({ onSaved }: { onSaved: () => void }) {
  const { profile } = useSignedIn();
  return (
    <>
      <PageHeader title="Profile" line="Who you are in this dashboard" />
      <Stack maw={640}>
        <Panel title="Your account">
          {profile ? (
            <DetailList
              rows={[
                ['Name', profile.name],
                ['Email', profile.email],
                ['Role', formatStatus(profile.role)],
                ['Merchant', profile.merchant_name],
                [
                  'Merchant id',
                  profile.merchant_id && <CopyableId key="merchant" value={profile.merchant_id} label="merchant id" />,
                ],
                ['User id', <CopyableId key="id" value={profile.id} label="user id" />],
              ]}
            />
          ) : (
            <CardSkeleton lines={6} />
          )}
        </Panel>
        {profile && <EmailLanguage locale={profile.locale} onSaved={onSaved} />}
      </Stack>
    </>
  );
}
