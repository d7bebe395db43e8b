import { listQrisPayments } from '@dasbor/contract/qris-payment';
import { listQrisStickers } from '@dasbor/contract/sticker';
import { Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useInactiveReason } from '../../api/merchant-activity.ts';
import { buildQueryKey } from '../../api/query.ts';
import { useHasAccess, useSignedIn } from '../../api/signed-in.ts';
import { ExportButton } from '../../list/export-button.tsx';
import { buildColumns } from '../../qris-payment/columns.tsx';
import { CreateSheet } from '../../qris-payment/create-sheet.tsx';
import { FileMenu } from '../../qris-payment/file-menu.tsx';
import { QRIS_FILTER } from '../../qris-payment/filter.ts';
import { messages } from '../../qris-payment/messages.ts';
import { PaymentsTab } from '../../qris-payment/payments-tab.tsx';
import { buildStickerColumns } from '../../sticker/columns.tsx';
import { STICKER_FILTER } from '../../sticker/filter.ts';
import { StickersTab } from '../../sticker/list-tab.tsx';
import { messages as stickerMessages } from '../../sticker/messages.ts';
import { toFileColumns } from '../../ui/column.tsx';
import { ColumnChooser } from '../../ui/column-chooser.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { buildColumnsKey, useStoredColumns } from '../../ui/stored-columns.ts';
import { currentZoneName } from '../../ui/time-zone.ts';

/** QRIS payments and stickers, each in a tab, and the form that creates them. */
export function QrisPaymentListScreen() {
  const t = messages();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { profile } = useSignedIn();
  const may_create = useHasAccess('QRIS', 'manage');
  const inactive_reason = useInactiveReason('payments');
  const search = useSearch({ from: '/protected/qris-payment' }) as Record<string, string | undefined>;
  const is_codes = search['view'] === 'codes';
  const is_creating = search['create'] !== undefined && may_create && inactive_reason === undefined;
  const sticker_columns = buildStickerColumns((sticker) => <FileMenu code={sticker} is_compact />);
  const choice = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'qris-payments'), buildColumns());
  const sticker_choice = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'qris-stickers'), sticker_columns);
  // Changes after a creation, so that the lists reload from the start.
  const [version, setVersion] = useState(0);
  const go = (next: Record<string, string | undefined>) =>
    void navigate({ to: '/qris-payment', search: next, resetScroll: false });
  const { create: _create, ...rest } = search;
  const create = (
    <ActionButton
      disabled_reason={may_create ? inactive_reason : t.read_only}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => go({ ...rest, create: is_codes ? 'static' : '1' })}
    >
      {is_codes ? stickerMessages().new_sticker : t.new_payment}
    </ActionButton>
  );
  const reloadLists = async () => {
    await Promise.all(
      [listQrisPayments, listQrisStickers].map((list) => client.resetQueries({ queryKey: buildQueryKey(list) })),
    );
    setVersion((count) => count + 1);
  };
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line(currentZoneName())}
        actions={
          <>
            {is_codes ? (
              <>
                <ColumnChooser choice={sticker_choice} />
                <ExportButton
                  list="qris-stickers"
                  route={listQrisStickers}
                  query={{
                    ...STICKER_FILTER.toSummaryQuery<Record<string, unknown>>(STICKER_FILTER.parseFilter(search)),
                    columns: toFileColumns(sticker_choice.visible),
                  }}
                />
              </>
            ) : (
              <>
                <ColumnChooser choice={choice} />
                <ExportButton
                  list="qris-payments"
                  route={listQrisPayments}
                  query={{
                    ...QRIS_FILTER.toSummaryQuery<Record<string, unknown>>(QRIS_FILTER.parseFilter(search)),
                    columns: toFileColumns(choice.visible),
                  }}
                />
              </>
            )}
            {create}
          </>
        }
      />
      <Tabs
        value={is_codes ? 'codes' : 'payments'}
        onChange={(tab) => go(tab === 'codes' ? { view: 'codes' } : {})}
        mb="md"
        keepMounted={false}
      >
        <Tabs.List aria-label={t.tabs.label}>
          <Tabs.Tab value="payments">{t.tabs.payments}</Tabs.Tab>
          <Tabs.Tab value="codes">{t.tabs.codes}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="payments" pt="md">
          <PaymentsTab key={version} columns={choice.visible} onFit={choice.onFit} create={create} />
        </Tabs.Panel>
        <Tabs.Panel value="codes" pt="md">
          <StickersTab key={version} columns={sticker_choice.visible} onFit={sticker_choice.onFit} create={create} />
        </Tabs.Panel>
      </Tabs>
      <CreateSheet
        opened={is_creating}
        type={search['create'] === 'static' ? 'static' : 'dynamic'}
        onCreated={() => void reloadLists()}
        onClose={() => go(rest)}
      />
    </>
  );
}
