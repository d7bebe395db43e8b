import { listQrisPayments } from '@dasbor/contract/qris-payment';
import { Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { buildQueryKey } from '../../api/query.ts';
import { useMay, useSignedIn } from '../../api/signed-in.ts';
import { ExportButton } from '../../list/export-button.tsx';
import { toFileColumns } from '../../list/file-columns.ts';
import { ColumnChooser } from '../../ui/column-chooser.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReasonedButton } from '../../ui/reasoned-button.tsx';
import { buildColumnsKey, useStoredColumns } from '../../ui/stored-columns.ts';
import { listQrisStickers } from '@dasbor/contract/sticker';
import { MAY_NOT } from '../../qris-payment/code-labels.ts';
import { StickersTab } from '../../sticker/list-tab.tsx';
import { COLUMNS, FILE_COLUMNS } from '../../qris-payment/columns.tsx';
import { CreateSheet } from '../../qris-payment/create-sheet.tsx';
import { QRIS_FILTER, STICKER_FILTER } from '../../qris-payment/filter.ts';
import { PaymentsTab } from '../../qris-payment/payments-tab.tsx';
import { STICKER_COLUMNS, STICKER_FILE_COLUMNS } from '../../sticker/columns.tsx';

/** Payments by QRIS and the stickers that take them, each on a tab, and the way to a new code. */
export function QrisPaymentListScreen() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { profile } = useSignedIn();
  const may_create = useMay('QRIS', 'manage');
  const search = useSearch({ from: '/protected/qris-payment' }) as Record<string, string | undefined>;
  const is_codes = search['view'] === 'codes';
  const is_creating = search['create'] !== undefined && may_create;
  const payment_columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'qris-payments'), COLUMNS);
  const sticker_columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'qris-stickers'), STICKER_COLUMNS);
  // Changed after a creation: the lists begin again with what is new.
  const [made, setMade] = useState(0);
  const go = (next: Record<string, string | undefined>) =>
    void navigate({ to: '/qris-payment', search: next, resetScroll: false });
  const { create: _create, ...rest } = search;
  const create = (
    <ReasonedButton
      reason={may_create ? undefined : MAY_NOT}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => go({ ...rest, create: is_codes ? 'static' : '1' })}
    >
      {is_codes ? 'New sticker' : 'New QRIS payment'}
    </ReasonedButton>
  );
  const showMade = async () => {
    await Promise.all(
      [listQrisPayments, listQrisStickers].map((list) => client.resetQueries({ queryKey: buildQueryKey(list) })),
    );
    setMade((count) => count + 1);
  };
  return (
    <>
      <PageHeader
        title="QRIS payments"
        line="Codes that any Indonesian bank or wallet can pay: once, or as a sticker on the counter. Times are in WIB."
        actions={
          <>
            {is_codes ? (
              <>
                <ColumnChooser columns={STICKER_COLUMNS} choice={sticker_columns} />
                <ExportButton
                  list="qris-stickers"
                  route={listQrisStickers}
                  query={{
                    ...STICKER_FILTER.toSummaryQuery<Record<string, unknown>>(STICKER_FILTER.parseFilter(search)),
                    columns: toFileColumns(sticker_columns.visible, STICKER_FILE_COLUMNS),
                  }}
                />
              </>
            ) : (
              <>
                <ColumnChooser columns={COLUMNS} choice={payment_columns} />
                <ExportButton
                  list="qris-payments"
                  route={listQrisPayments}
                  query={{
                    ...QRIS_FILTER.toSummaryQuery<Record<string, unknown>>(QRIS_FILTER.parseFilter(search)),
                    columns: toFileColumns(payment_columns.visible, FILE_COLUMNS),
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
        <Tabs.List aria-label="QRIS">
          <Tabs.Tab value="payments">Payments</Tabs.Tab>
          <Tabs.Tab value="codes">QR codes</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="payments" pt="md">
          <PaymentsTab key={made} columns={payment_columns.visible} create={create} />
        </Tabs.Panel>
        <Tabs.Panel value="codes" pt="md">
          <StickersTab key={made} columns={sticker_columns.visible} create={create} />
        </Tabs.Panel>
      </Tabs>
      <CreateSheet
        opened={is_creating}
        type={search['create'] === 'static' ? 'static' : 'dynamic'}
        onCreated={() => void showMade()}
        onClose={() => go(rest)}
      />
    </>
  );
}
