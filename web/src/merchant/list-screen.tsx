import { listMerchants, summariseMerchants } from '@dasbor/contract/merchant';
import { Space } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { MerchantFilter } from '../list/merchant-filter.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { toFileColumns } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { MerchantCard, buildColumns } from './columns.tsx';
import { CHOICES, MERCHANT_FILTER } from './filter.ts';
import { formatBand, formatMerchantStatus, formatVerification } from './labels.ts';
import { MccFilter } from './mcc-filter.tsx';
import { messages } from './messages.ts';
import { ProvinceFilter } from './province-filter.tsx';

/** Header and filters above the table, in pixels. */
const RESERVED_PX = 250;

const VALUE_LABELS = {
  status: formatMerchantStatus,
  verification_status: formatVerification,
  volume_band: formatBand,
};

/** The provider's merchants. */
export function MerchantListScreen() {
  const t = messages();
  const [filter, change] = useListFilter('/merchant', MERCHANT_FILTER);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const may_add = useHasAccess('Merchants', 'manage');
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'merchants'), buildColumns());
  const query = useMemo(() => MERCHANT_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({ route: listMerchants, query, topic: 'resync', totals: [summariseMerchants] });
  const add = (
    <ActionButton
      disabled_reason={may_add ? undefined : t.denied}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void navigate({ to: '/add-merchant' })}
    >
      {t.add}
    </ActionButton>
  );
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <DownloadButton
              label={t.list.download}
              route={listMerchants}
              input={{ query: { ...query, columns: toFileColumns(columns.visible) } }}
              file_name="merchants"
            />
            {add}
          </>
        }
      />
      <FilterBar
        form={MERCHANT_FILTER}
        filter={filter}
        onChange={change}
        label={t.list.filter}
        search_label={t.list.search}
        dates={[['created_at', t.fields.created]]}
        choices={[
          ['status', t.fields.status, CHOICES.status],
          ['verification_status', t.fields.verification, CHOICES.verification_status],
          ['volume_band', t.fields.volume_band, CHOICES.volume_band],
        ]}
        value_labels={VALUE_LABELS}
        has_amount={false}
        saved_views_key="merchants"
      >
        <MerchantFilter kind="group" value={filter.group_id} onChange={(group_id) => change({ group_id })} />
        <ProvinceFilter value={filter.province_code} onChange={(province_code) => change({ province_code })} />
        <MccFilter value={filter.mcc} onChange={(mcc) => change({ mcc })} />
      </FilterBar>
      <Space h={14} />
      <ListFrame
        live={live}
        label={t.list.label}
        columns={columns.visible}
        onOpen={({ id }) => void navigate({ to: '/merchant/$id', params: { id } })}
        renderCard={(row) => <MerchantCard row={row} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`merchants?${new URLSearchParams(MERCHANT_FILTER.toSearch(filter))}`}
        is_filtered={MERCHANT_FILTER.isFiltered(filter)}
        onClear={() => change(MERCHANT_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.list.empty} icon={<IconBuildingStore size={22} stroke={1.6} />} action={add}>
            {t.list.empty_line}
          </EmptyState>
        }
      />
    </>
  );
}
