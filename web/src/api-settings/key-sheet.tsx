import type { ApiKey } from '@dasbor/contract/api-settings';
import { Drawer, Stack, Title } from '@mantine/core';
import { SheetTabs } from '../list/detail-tabs.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { listKeyAccess } from './access-levels.ts';
import { KeyCode, KeyStatus, LastUsed } from './key-parts.tsx';
import { messages } from './messages.ts';

/** All details of one key, with its access by group. */
export function KeySheet({ shown, onClose }: { shown: ApiKey; onClose: () => void }) {
  const t = messages();
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
      <SheetTabs record={shown} audit={{ object_types: ['api_key'], object_id: shown.id }}>
        <Stack gap="lg">
          <DetailList
            rows={[
              [t.columns.status, <KeyStatus key="status" status={shown.status} />],
              [t.columns.key, <KeyCode key="key" shown={shown} />],
              [t.columns.description, shown.description],
              ['ID', <CopyableId key="id" value={shown.id} />],
              [t.columns.created, <Instant key="created" at={shown.created_at} />],
              [t.columns.created_by, shown.created_by],
              [t.columns.expires, shown.expires_at === null ? t.keys.never : <Instant key="e" at={shown.expires_at} />],
              [t.columns.last_used, <LastUsed key="used" shown={shown} />],
              [t.columns.networks, shown.allowed_cidrs.join(', ') || t.keys.any_network],
              ...(shown.rolled_to_id === null
                ? []
                : [[t.columns.replaced_by, <CopyableId key="next" value={shown.rolled_to_id} />] as const]),
              ...(shown.revoked_at === null
                ? []
                : [[t.columns.revoked, <Instant key="revoked" at={shown.revoked_at} />] as const]),
            ]}
          />
          <section aria-label={t.form.matrix}>
            <Title order={3} fz={14} mb={8}>
              {t.form.matrix}
            </Title>
            <DetailList rows={listKeyAccess(shown.access).map(({ name, level }) => [name, t.levels[level]])} />
          </section>
        </Stack>
      </SheetTabs>
    </Drawer>
  );
}
