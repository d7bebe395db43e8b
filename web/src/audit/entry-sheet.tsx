import type { AuditLogEntry } from '@dasbor/contract/audit';
import { Drawer, Stack, Text, Title } from '@mantine/core';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { formatAction } from './labels.ts';
import { messages } from './messages.ts';
import { ResultChip } from './result-chip.tsx';

/** One entry with the state before and after. */
export const EntrySheet = ({ entry, onClose }: { entry: AuditLogEntry | null; onClose: () => void }) => (
  <Drawer
    opened={entry !== null}
    onClose={onClose}
    position="right"
    size={480}
    title={messages().sheet.title}
    styles={{ title: { fontSize: 16, fontWeight: 650 } }}
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    {entry !== null && <EntryFacts entry={entry} />}
  </Drawer>
);

function EntryFacts({ entry }: { entry: AuditLogEntry }) {
  const t = messages();
  const { actor_type, actor_name, object_id, before, after } = entry;
  const has_values = before !== null || after !== null;
  return (
    <Stack gap="lg">
      <DetailList
        rows={[
          [t.columns.action, formatAction(entry.action)],
          [t.columns.result, <ResultChip key="result" result={entry.result} />],
          [t.columns.time, <Instant key="at" at={entry.at} seconds />],
          [t.columns.actor, actor_name === null ? t.actors[actor_type] : `${actor_name} (${t.actors[actor_type]})`],
          [t.columns.ip, entry.ip],
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

const Values = ({ title, value }: { title: string; value: unknown }) => (
  <section aria-label={title}>
    <Title order={3} fz={14} mb={8}>
      {title}
    </Title>
    <JsonBlock value={value} label={title} />
  </section>
);
