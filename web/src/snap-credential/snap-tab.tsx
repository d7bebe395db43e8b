import { type NewSnapCredential, type SnapCredential, listSnapCredentials } from '@dasbor/contract/snap-credential';
import { Group, Stack, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { type Column, STATUS, TIME } from '../ui/column.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { CodeLine, TwoLines } from '../ui/two-lines.tsx';
import { NewSecretModal } from './credential-dialogs.tsx';
import { CreateCredentialModal } from './credential-forms.tsx';
import { CredentialMenu } from './credential-menu.tsx';
import { CredentialStatus, LastUsed, formatServices } from './credential-parts.tsx';
import { messages } from './messages.ts';
import { SignatureTester } from './signature-tester.tsx';

type Shown = 'in_use' | 'all';
const SHOWN: readonly Shown[] = ['in_use', 'all'];
/** Below the address of the dashboard. */
const BASE_PATH = '/snap';

/** The SNAP credentials of the merchant, and a tester of signatures. */
export function SnapTab() {
  const t = messages();
  const may_manage = useHasAccess('API', 'manage');
  const [shown, setShown] = useState<Shown>('in_use');
  const [is_creating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<NewSnapCredential | null>(null);
  const options = SHOWN.map((id) => ({ id, name: t[id] }));
  return (
    <Stack gap="md">
      <div>
        <Text fz="sm" c="dimmed">
          {t.line}
        </Text>
        <Text fz="sm" component="div">
          {t.base_url}: <CopyableId value={`${window.location.origin}${BASE_PATH}`} label={t.base_url} />
        </Text>
      </div>
      <Group gap="sm" align="flex-end" justify="space-between">
        <SelectField
          label={t.show}
          options={options}
          value={options.find(({ id }) => id === shown) ?? null}
          onChange={(one) => setShown(one?.id ?? 'in_use')}
        />
        <ActionButton disabled_reason={may_manage ? undefined : t.denied} onClick={() => setCreating(true)}>
          {t.create}
        </ActionButton>
      </Group>
      <CredentialList is_all={shown === 'all'} onRotated={setFresh} />
      <SignatureTester />
      {is_creating && (
        <CreateCredentialModal
          onClose={() => setCreating(false)}
          onCreated={(credential) => {
            setCreating(false);
            setFresh(credential);
          }}
        />
      )}
      {fresh !== null && <NewSecretModal shown={fresh} onClose={() => setFresh(null)} />}
    </Stack>
  );
}

interface CredentialListProps {
  /** Whether revoked credentials are shown as well. */
  is_all: boolean;
  onRotated: (credential: NewSnapCredential) => void;
}

function CredentialList({ is_all, onRotated }: CredentialListProps) {
  const t = messages();
  const credentials = useQuery({ ...buildQuery(listSnapCredentials), meta: { quiet: true } });
  if (credentials.isPending) return <ListSkeleton rows={3} />;
  if (credentials.isError) {
    return <FailedState detail={credentials.error.message} onRetry={() => void credentials.refetch()} />;
  }
  const { data } = credentials.data;
  const rows = data.filter(({ status }) => is_all || status !== 'revoked');
  return (
    <Panel flush>
      {rows.length === 0 ? (
        <EmptyState
          title={data.length === 0 ? t.empty : t.none_in_use}
          icon={<IconShieldLock size={22} stroke={1.6} />}
        >
          {t.empty_line}
        </EmptyState>
      ) : (
        <PanelTable
          label={t.label}
          columns={listColumns(onRotated)}
          rows={rows}
          keyOf={({ id }) => id}
          renderCard={(row) => <CredentialCard row={row} onRotated={onRotated} />}
        />
      )}
    </Panel>
  );
}

function listColumns(onRotated: (credential: NewSnapCredential) => void): Column<SnapCredential>[] {
  const { columns: t, encodings } = messages();
  return [
    { id: 'name', label: t.name, width_px: 260, render: (row) => <Name row={row} /> },
    { id: 'services', label: t.services, width_px: 250, priority: 4, render: (row) => formatServices(row) },
    {
      ...STATUS,
      id: 'status',
      label: t.status,
      width_px: 160,
      render: ({ status }) => <CredentialStatus status={status} />,
    },
    { ...TIME, id: 'last_used', label: t.last_used, priority: 3, render: (row) => <LastUsed shown={row} /> },
    { id: 'channel', label: t.channel, width_px: 110, priority: 2, render: ({ channel_id }) => channel_id },
    {
      id: 'encoding',
      label: t.encoding,
      width_px: 150,
      priority: 1,
      render: ({ signature_encoding }) => encodings[signature_encoding],
    },
    { ...TIME, id: 'created', label: t.created, priority: 1, render: (row) => <Instant at={row.created_at} /> },
    {
      id: 'menu',
      label: t.actions,
      head: '',
      width_px: 52,
      is_pinned: true,
      render: (row) => <CredentialMenu shown={row} onRotated={onRotated} />,
    },
  ];
}

const Name = ({ row }: { row: SnapCredential }) => (
  <TwoLines>
    <span title={row.name}>{row.name}</span>
    <CodeLine title={row.client_key}>{row.client_key}</CodeLine>
  </TwoLines>
);

const CredentialCard = ({ row, onRotated }: { row: SnapCredential; onRotated: CredentialListProps['onRotated'] }) => (
  <RowCard>
    <Name row={row} />
    <CredentialMenu shown={row} onRotated={onRotated} />
    <SecondaryText>{formatServices(row)}</SecondaryText>
    <CredentialStatus status={row.status} />
    <SecondaryText>{messages().columns.last_used}</SecondaryText>
    <LastUsed shown={row} />
  </RowCard>
);
