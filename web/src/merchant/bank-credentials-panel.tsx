import { bankShortName } from '@dasbor/contract/bank';
import {
  type BankCredential,
  listMerchantBankCredentials,
  verifyMerchantBankCredential,
} from '@dasbor/contract/bank-credential';
import { LINK_CHANNELS, type LinkChannel } from '@dasbor/contract/payment-link-terms';
import { Group, Menu, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { type Column, STATUS } from '../ui/column.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { RowMenu } from '../ui/row-menu.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import {
  type CredentialScope,
  CredentialKeysModal,
  RemoveCredentialModal,
  RotateCredentialModal,
  SetCredentialModal,
} from './bank-credential-modals.tsx';
import { bankMessages } from './bank-credential-messages.ts';
import classes from './merchant.module.css';
import { messages } from './messages.ts';
import { useMerchantChange } from './mutations.ts';
import { sectionMessages } from './section-messages.ts';

interface Row {
  scope: CredentialScope;
  /** null: the credentials of the provider. */
  credential: BankCredential | null;
}

/** The credentials under which each channel collects. */
export function BankCredentialsPanel({ merchant_id }: { merchant_id: string }) {
  const t = bankMessages();
  const credentials = useQuery(buildQuery(listMerchantBankCredentials, { params: { merchant_id } }));
  const rows = LINK_CHANNELS.map((channel) => ({
    scope: { merchant_id, channel, name: formatChannel(channel) },
    credential: credentials.data?.data.find((each) => each.channel === channel) ?? null,
  }));
  return (
    <Panel title={t.title} flush>
      <Text c="dimmed" px="md" py="sm">
        {t.line}
      </Text>
      <PanelRows<Row>
        query={credentials}
        empty={null}
        label={t.title}
        columns={buildColumns()}
        rows={rows}
        keyOf={({ scope }) => scope.channel}
        renderCard={(row) => (
          <RowCard>
            <strong>{row.scope.name}</strong>
            <CredentialActions {...row} />
            <Stack gap={4} className={classes.wide} align="flex-start">
              <StateChip credential={row.credential} />
              <LastTest credential={row.credential} />
              <Overlap credential={row.credential} />
            </Stack>
          </RowCard>
        )}
      />
    </Panel>
  );
}

const formatChannel = (channel: LinkChannel): string =>
  channel === 'QRIS' ? 'QRIS' : sectionMessages().channels.virtual_account(bankShortName(channel));

function buildColumns(): readonly Column<Row>[] {
  const t = bankMessages();
  return [
    { id: 'channel', label: t.channel, width_px: 170, render: ({ scope }) => scope.name },
    {
      ...STATUS,
      id: 'state',
      label: t.state,
      width_px: 190,
      render: ({ credential }) => <StateChip credential={credential} />,
    },
    {
      id: 'tested',
      label: t.tested,
      width_px: 280,
      render: ({ credential }) => (
        <Stack gap={2}>
          <LastTest credential={credential} />
          <Overlap credential={credential} />
        </Stack>
      ),
    },
    {
      id: 'actions',
      label: sectionMessages().lists.actions,
      head: '',
      width_px: 180,
      is_whole: true,
      is_pinned: true,
      render: (row) => <CredentialActions {...row} />,
    },
  ];
}

function StateChip({ credential }: Pick<Row, 'credential'>) {
  const t = bankMessages();
  if (credential === null) return <StatusChip status="provider" tone="neutral" label={t.provider} />;
  return credential.is_active ? (
    <StatusChip status="own" tone="success" label={t.own} />
  ) : (
    <StatusChip status="inactive" tone="warning" label={t.inactive} />
  );
}

function LastTest({ credential }: Pick<Row, 'credential'>) {
  const t = bankMessages();
  if (credential === null) return null;
  const { tested_at, test_outcome } = credential;
  if (tested_at === null || test_outcome === null) return <SecondaryText>{t.not_tested}</SecondaryText>;
  return (
    <SecondaryText>
      {t.outcomes[test_outcome]}, <Instant at={tested_at} />
    </SecondaryText>
  );
}

function Overlap({ credential }: Pick<Row, 'credential'>) {
  const t = bankMessages();
  const until = credential?.former_valid_until ?? null;
  if (until === null) return null;
  return (
    <SecondaryText>
      {t.overlap} <Countdown until={until} over={t.overlap_over} />
    </SecondaryText>
  );
}

type Action = 'set' | 'keys' | 'rotate' | 'remove';

function CredentialActions({ scope, credential }: Row) {
  const t = bankMessages();
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const { name, ...params } = scope;
  const test = useMerchantChange(() => call(verifyMerchantBankCredential, { params }), {
    onDone: ({ data: { test_outcome } }) => {
      if (test_outcome === 'accepted') void showSuccess(t.test_accepted);
      else void showError(test_outcome === 'rejected' ? t.test_rejected : t.test_unreachable);
    },
  });
  const reason = may_manage ? undefined : messages().denied;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {credential === null ? (
        <ActionButton size="compact-sm" variant="default" disabled_reason={reason} onClick={() => setAction('set')}>
          {t.set}
        </ActionButton>
      ) : (
        <>
          <ActionButton
            size="compact-sm"
            variant="default"
            disabled_reason={reason}
            loading={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            {t.test}
          </ActionButton>
          <RowMenu label={t.menu(name)}>
            <Menu.Item onClick={() => setAction('keys')}>{t.details}</Menu.Item>
            {may_manage && (
              <>
                <Menu.Item onClick={() => setAction('rotate')}>{t.rotate}</Menu.Item>
                <Menu.Item color="red" onClick={() => setAction('remove')}>
                  {t.remove}
                </Menu.Item>
              </>
            )}
          </RowMenu>
        </>
      )}
      {action === 'set' && <SetCredentialModal scope={scope} onClose={close} onSet={() => setAction('keys')} />}
      {action === 'keys' && credential !== null && (
        <CredentialKeysModal scope={scope} shown={credential} onClose={close} />
      )}
      {action === 'rotate' && credential !== null && (
        <RotateCredentialModal scope={scope} shown={credential} onClose={close} />
      )}
      {action === 'remove' && credential !== null && <RemoveCredentialModal scope={scope} onClose={close} />}
    </Group>
  );
}
