import { Drawer, Group, Stack } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { formatValues } from '../list/filter-labels.ts';
import { LinkFilterChip } from '../list/link-filter-chip.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { type LiveRows, useLiveRows } from '../list/live-rows.ts';
import { MerchantFilter } from '../list/merchant-filter.tsx';
import { withSorting } from '../list/sorted-columns.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { type FieldColumn, toFileColumns } from '../ui/column.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import links from '../ui/link.module.css';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { type AnyRow, type ListName, MERCHANT_LISTS, type MerchantsFilter } from './lists.tsx';
import { messages } from './messages.ts';

/** Header, tabs, filters and totals above the table, in pixels. */
const RESERVED_PX = 360;

export interface ObjectLink {
  merchant_id: string;
  /** The screen of the object, in that merchant. */
  path: string;
  label: string;
}

interface MerchantListProps {
  name: ListName;
  /** The way to an object, for readers who may open it. */
  renderOpen?: ((link: ObjectLink) => ReactNode) | undefined;
}

/** One list of all merchants that the reader may see. Give it the name of the list as key. */
export function MerchantListPart({ name, renderOpen }: MerchantListProps) {
  const t = messages();
  const definition = MERCHANT_LISTS[name];
  const { form, route, summary } = definition;
  const [filter, change] = useListFilter<MerchantsFilter>('/dashboard', form);
  const { profile } = useSignedIn();
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', `merchant-${name}`), definition.buildColumns());
  const query = useMemo(() => definition.toQuery(filter), [definition, filter]);
  const live = useLiveRows({ route, query, topic: 'resync', totals: [summary] });
  const [opened, setOpened] = useState<AnyRow | null>(null);
  const label = t.label(t.lists[name]);
  const visible = columns.visible as readonly FieldColumn<AnyRow, string>[];
  const sorted = withSorting(visible, filter.sort, (sort) => change({ sort }));
  return (
    <>
      <FilterBar
        form={form}
        filter={filter}
        onChange={change}
        label={t.filter_label(t.lists[name])}
        search_label={t.search[name]}
        dates={[definition.date()]}
        choices={definition.choices()}
        value_labels={definition.value_labels ?? {}}
        saved_views_key={`merchant-${name}`}
      >
        <MerchantFilter
          kind="merchant"
          value={filter.merchant_id}
          onChange={(merchant_id) => change({ merchant_id })}
        />
        <MerchantFilter kind="group" value={filter.group_id} onChange={(group_id) => change({ group_id })} />
        {(definition.link_filters?.() ?? []).map(([field, filter_label]) => {
          const values = form.toSearch(filter)[field];
          return (
            <LinkFilterChip
              key={field}
              label={filter_label}
              value={values && formatValues(values, definition.value_labels?.[field])}
              onClear={() => change({ [field]: undefined })}
            />
          );
        })}
        <Group gap="xs" ml="auto">
          <ColumnChooser choice={columns} />
          <DownloadButton
            label={t.download}
            route={route}
            input={{ query: { ...query, columns: toFileColumns(visible) } }}
            file_name={`merchant-${name}`}
          />
        </Group>
      </FilterBar>
      <SummaryStrip
        route={summary}
        query={definition.toSummaryQuery(filter)}
        selected={filter.status}
        {...(definition.renderStatus === undefined ? {} : { renderStatus: definition.renderStatus })}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live as LiveRows<AnyRow>}
        label={label}
        columns={sorted}
        onOpen={setOpened}
        renderCard={(row) => <Card row={row} columns={visible} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`merchant-${name}?${new URLSearchParams(form.toSearch(filter))}`}
        is_filtered={form.isFiltered(filter)}
        onClear={() => change(form.cleared(filter))}
        empty={
          <EmptyState title={t.empty[name]} icon={<IconListDetails size={22} stroke={1.6} />}>
            {t.empty.line}
          </EmptyState>
        }
      />
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size={460}
        title={opened?.merchant_name ?? ''}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        {opened !== null && (
          <Stack gap="lg">
            <Details row={opened} columns={definition.buildColumns()} />
            {renderOpen?.({
              merchant_id: opened.merchant_id,
              path: definition.toPath(opened),
              label: t.open_object(opened.merchant_name),
            })}
          </Stack>
        )}
      </Drawer>
    </>
  );
}

interface RowProps {
  row: AnyRow;
  columns: readonly FieldColumn<AnyRow, string>[];
}

/** All fields of a row. The provider's staff continue at the merchant. */
function Details({ row, columns }: RowProps) {
  const t = messages();
  const may_open = useHasAccess('Merchants', 'view');
  return (
    <Stack gap="lg">
      <DetailList rows={columns.map(({ label, render }) => [label, render(row)] as const)} />
      {may_open && (
        <Link to="/merchant/$id" params={{ id: row.merchant_id }} className={links.link}>
          {t.open_merchant}
        </Link>
      )}
    </Stack>
  );
}

const CARD_COLUMNS = ['amount', 'net_amount', 'status', 'time', 'settlement_date'];

/** A row as a card, for phones. */
const Card = ({ row, columns }: RowProps) => (
  <RowCard>
    <strong>{row.merchant_name}</strong>
    {columns
      .filter(({ id }) => CARD_COLUMNS.includes(id))
      .map(({ id, render }) => (
        <SecondaryText key={id}>{render(row)}</SecondaryText>
      ))}
  </RowCard>
);
