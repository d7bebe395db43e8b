import { type ApiKey, type NewApiKey, listApiKeys } from '@dasbor/contract/api-settings';
import { Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { type Column, STATUS, TIME } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { SecretModal } from '../ui/secret-modal.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { TwoLines } from '../ui/two-lines.tsx';
import { formatKeyAccess } from './access-levels.ts';
import { CreateKeyModal } from './create-key-modal.tsx';
import { KeyMenu } from './key-menu.tsx';
import { KeyCode, KeyStatus, LastUsed } from './key-parts.tsx';
import { KeySheet } from './key-sheet.tsx';
import { messages } from './messages.ts';

type Shown = 'in_use' | 'all';
const SHOWN: readonly Shown[] = ['in_use', 'all'];

/** The keys of the merchant; the details of the one of `?key=` are open. */
export function KeysTab() {
  const t = messages();
  const may_manage = useHasAccess('API', 'manage');
  const [shown, setShown] = useState<Shown>('in_use');
  const [is_creating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<NewApiKey | null>(null);
  const keys = useQuery({ ...buildQuery(listApiKeys), meta: { quiet: true } });
  const options = SHOWN.map((id) => ({ id, name: t.keys[id] }));
  const create = (
    <ActionButton disabled_reason={may_manage ? undefined : t.denied} onClick={() => setCreating(true)}>
      {t.form.create}
    </ActionButton>
  );
  const rows = (keys.data?.data ?? []).filter(
    ({ status }) => shown === 'all' || status === 'active' || status === 'rolled',
  );
  return (
    <>
      <Group gap="sm" mb="md" align="flex-end" justify="space-between">
        <SelectField
          label={t.keys.show}
          options={options}
          value={options.find(({ id }) => id === shown) ?? null}
          onChange={(one) => setShown(one?.id ?? 'in_use')}
        />
        {create}
      </Group>
      {keys.isPending && <ListSkeleton rows={4} />}
      {keys.isError && <FailedState detail={keys.error.message} onRetry={() => void keys.refetch()} />}
      {keys.data !== undefined && (
        <Panel flush>
          {rows.length === 0 ? (
            <EmptyState
              title={keys.data.data.length === 0 ? t.keys.empty : t.keys.none_in_use}
              icon={<IconKey size={22} stroke={1.6} />}
            >
              {t.keys.empty_line}
            </EmptyState>
          ) : (
            <PanelTable
              label={t.keys.label}
              columns={listColumns(setFresh)}
              rows={rows}
              keyOf={({ id }) => id}
              renderCard={(row) => <KeyCard row={row} onRolled={setFresh} />}
            />
          )}
        </Panel>
      )}
      <OpenedKey keys={keys.data?.data ?? []} />
      {is_creating && (
        <CreateKeyModal
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setFresh(key);
          }}
        />
      )}
      {fresh !== null && <SecretModal texts={t.secret} secret={fresh.secret} onClose={() => setFresh(null)} />}
    </>
  );
}

function OpenedKey({ keys }: { keys: readonly ApiKey[] }) {
  const id = useSearch({ strict: false })['key'];
  const navigate = useNavigate();
  const opened = keys.find((key) => key.id === id);
  const close = () =>
    void navigate({ to: '.', search: (before) => ({ ...before, key: undefined }), replace: true, resetScroll: false });
  return opened === undefined ? null : <KeySheet shown={opened} onClose={close} />;
}

function listColumns(onRolled: (key: NewApiKey) => void): Column<ApiKey>[] {
  const t = messages();
  return [
    { id: 'name', label: t.columns.name, width_px: 190, render: (row) => <Name row={row} /> },
    {
      id: 'access',
      label: t.columns.access,
      width_px: 220,
      priority: 5,
      render: ({ access }) => <span title={formatKeyAccess(access)}>{formatKeyAccess(access)}</span>,
    },
    {
      id: 'networks',
      label: t.columns.networks,
      width_px: 110,
      priority: 2,
      render: ({ allowed_cidrs }) => (
        <span title={allowed_cidrs.join(', ') || undefined}>{formatNetworks(allowed_cidrs)}</span>
      ),
    },
    { ...STATUS, id: 'status', label: t.columns.status, render: ({ status }) => <KeyStatus status={status} /> },
    { ...TIME, id: 'expires', label: t.columns.expires, priority: 4, render: (row) => <Expires row={row} /> },
    { ...TIME, id: 'last_used', label: t.columns.last_used, priority: 3, render: (row) => <LastUsed shown={row} /> },
    {
      id: 'created_by',
      label: t.columns.created_by,
      width_px: 130,
      priority: 1,
      render: ({ created_by }) => created_by,
    },
    { ...TIME, id: 'created', label: t.columns.created, priority: 1, render: (row) => <Instant at={row.created_at} /> },
    {
      id: 'menu',
      label: t.columns.actions,
      head: '',
      width_px: 52,
      is_pinned: true,
      render: (row) => <KeyMenu shown={row} onRolled={onRolled} />,
    },
  ];
}

function formatNetworks(cidrs: readonly string[]): string {
  const t = messages().keys;
  return cidrs.length === 0 ? t.any_network : t.networks(cidrs.length);
}

const Name = ({ row }: { row: ApiKey }) => (
  <TwoLines>
    <span title={row.description ?? row.name}>{row.name}</span>
    <KeyCode shown={row} />
  </TwoLines>
);

const Expires = ({ row: { expires_at } }: { row: ApiKey }) =>
  expires_at === null ? (
    <Text span fz="sm">
      {messages().keys.never}
    </Text>
  ) : (
    <Instant at={expires_at} />
  );

const KeyCard = ({ row, onRolled }: { row: ApiKey; onRolled: (key: NewApiKey) => void }) => (
  <RowCard>
    <Name row={row} />
    <KeyMenu shown={row} onRolled={onRolled} />
    <SecondaryText>{formatKeyAccess(row.access)}</SecondaryText>
    <KeyStatus status={row.status} />
    <SecondaryText>
      <Expires row={row} />
    </SecondaryText>
    <LastUsed shown={row} />
  </RowCard>
);
