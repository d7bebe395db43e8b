import { roleLabel } from '@dasbor/contract/labels';
import type { Language } from '@dasbor/contract/language';
import { Stack } from '@mantine/core';
import { useSignedIn } from '../api/signed-in.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { DetailList } from '../ui/detail-list.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { LanguagePanel } from './language-panel.tsx';
import { messages } from './messages.ts';

/** The account of the signed-in user, from the profile slice, and their language. */
export function ProfileScreen({ onSwitchLanguage }: { onSwitchLanguage: (language: Language) => Promise<void> }) {
  const t = messages();
  const { profile } = useSignedIn();
  const { merchant_id, user_id } = t.account;
  return (
    <>
      <PageHeader title={t.title} line={t.line} />
      <Stack maw={640}>
        <Panel title={t.account.title}>
          {profile ? (
            <DetailList
              rows={[
                [t.account.name, profile.name],
                [t.account.email, profile.email],
                [t.account.role, profile.role_name ?? roleLabel(profile.role, currentLanguage())],
                [t.account.merchant, profile.merchant_name],
                [
                  merchant_id,
                  profile.merchant_id && <CopyableId key="merchant" value={profile.merchant_id} label={merchant_id} />,
                ],
                [user_id, <CopyableId key="id" value={profile.id} label={user_id} />],
              ]}
            />
          ) : (
            <CardSkeleton lines={6} />
          )}
        </Panel>
        {profile && <LanguagePanel locale={profile.locale} onSwitch={onSwitchLanguage} />}
      </Stack>
    </>
  );
}
