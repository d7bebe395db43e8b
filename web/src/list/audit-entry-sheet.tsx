import type { AuditLogEntry } from '@dasbor/contract/audit';
import { type RoleKey, isCustomRole } from '@dasbor/contract/access';
import { roleLabel } from '@dasbor/contract/labels';
import { Drawer, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { formatAction, formatObjectType } from './audit-labels.ts';
import { auditMessages } from './audit-messages.ts';
import { AuditResultChip } from './audit-result-chip.tsx';

/** Activity of the provider's staff has no role, browser or session. */
export type SheetEntry = Omit<AuditLogEntry, Context> & Partial<Pick<AuditLogEntry, Context>>;
type Context = 'actor_email' | 'actor_role' | 'user_agent' | 'session_id' | 'reason';

/** One entry with the state before and after. */
export const EntrySheet = ({ entry, onClose }: { entry: SheetEntry | null; onClose: () => void }) => (
  <Drawer
    opened={entry !== null}
    onClose={onClose}
    position="right"
    size={480}
    title={auditMessages().sheet.title}
    styles={{ title: { fontSize: 16, fontWeight: 650 } }}
    closeButtonProps={{ 'aria-label': auditMessages().close }}
  >
    {entry !== null && <EntryDetails entry={entry} />}
  </Drawer>
);

function EntryDetails({ entry }: { entry: SheetEntry }) {
  const t = auditMessages();
  const { actor_type, actor_name, actor_email, actor_role, object_id, before, after } = entry;
  const has_values = before !== null || after !== null;
  return (
    <Stack gap="lg">
      <DetailList
        rows={[
          [t.columns.action, formatAction(entry.action)],
          [t.columns.result, <AuditResultChip key="result" result={entry.result} />],
          [t.columns.time, <Instant key="at" at={entry.at} seconds />],
          [t.columns.actor, actor_name === null ? t.actors[actor_type] : `${actor_name} (${t.actors[actor_type]})`],
          ...listKnown([
            [t.sheet.email, actor_email],
            [t.sheet.role, actor_role && formatRole(actor_role)],
            [t.columns.ip, entry.ip],
            [t.sheet.user_agent, entry.user_agent],
            [
              t.sheet.session,
              entry.session_id && <CopyableId key="session" value={entry.session_id} label={t.sheet.session} />,
            ],
            [t.sheet.reason, entry.reason],
          ]),
          [t.columns.object_type, formatObjectType(entry.object_type)],
          [
            t.columns.object,
            object_id === null ? null : <CopyableId key="object" value={object_id} label={t.columns.object} />,
          ],
          [t.sheet.number, entry.id],
        ]}
      />
      {before !== null && <Values title={t.sheet.before} value={before} />}
      {after !== null && <Values title={t.sheet.after} value={after} />}
      {!has_values && (
        <Text c="dimmed" fz="sm">
          {t.sheet.no_values}
        </Text>
      )}
    </Stack>
  );
}

/** Only what was recorded: older entries have less. */
const listKnown = (rows: readonly (readonly [string, ReactNode])[]) =>
  rows.filter(([, value]) => value !== null && value !== undefined);

/** A preset role by its name; a custom one by its id, because it may be deleted since. */
const formatRole = (role: string): string =>
  isCustomRole(role as RoleKey) ? role : roleLabel(role, currentLanguage());

const Values = ({ title, value }: { title: string; value: unknown }) => (
  <section aria-label={title}>
    <Title order={3} fz={14} mb={8}>
      {title}
    </Title>
    <JsonBlock value={value} label={title} />
  </section>
);
