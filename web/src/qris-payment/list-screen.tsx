import { type QrisPayment, getQrisPayment } from '@dasbor/contract/qris-payment';
import { Button } from '@mantine/core';
import { IconArrowUp, IconPlus, IconQrcode } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { queryOf } from '../api/query.ts';
import { useMay, useSignedIn } from '../api/signed-in.ts';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { columnsKeyOf, useStoredColumns } from '../ui/stored-columns.ts';
import { COLUMNS, QrisPaymentCard } from './columns.tsx';
import { CreateSheet } from './create-sheet.tsx';
import { useQrisPaymentRows } from './payment-rows.ts';
import classes from './qris-payment.module.css';

const REST_MS = 80;

/** QRIS codes, newest first, and the way to a new one. */
export function QrisPaymentListScreen() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { profile } = useSignedIn();
  const may_create = useMay('QRIS', 'manage');
  const is_creating = useSearch({ from: '/protected/qris-payment' })['create'] !== undefined && may_create;
  const columns = useStoredColumns(columnsKeyOf(profile?.id ?? '', 'qris-payments'), COLUMNS);
  const { list, rows, newcomers, showNewcomers } = useQrisPaymentRows();
  const [tops, setTops] = useState(0);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const setCreating = (next: boolean) =>
    void navigate({ to: '/qris-payment', search: { create: next ? '1' : undefined }, resetScroll: false });
  const readAhead = ({ id }: QrisPayment) => {
    clearTimeout(hover.current);
    const detail = queryOf(getQrisPayment, { params: { id } });
    hover.current = setTimeout(() => void client.prefetchQuery({ ...detail, meta: { quiet: true } }), REST_MS);
  };
  const goToTop = async () => {
    await showNewcomers();
    setTops((count) => count + 1);
  };
  const create = (
    <ReasonedButton
      reason={may_create ? undefined : 'Your role may look at QRIS payments, not create them.'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      New QRIS payment
    </ReasonedButton>
  );
  return (
    <>
      <PageHeader
        title="QRIS payments"
        line="Codes that any Indonesian bank or wallet can pay, once each."
        actions={
          <>
            <ColumnChooser columns={COLUMNS} choice={columns} />
            {create}
          </>
        }
      />
      <div className={classes.list}>
        {newcomers > 0 && (
          <Button
            size="compact-sm"
            radius="xl"
            className={classes.fresh}
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={() => void goToTop()}
          >
            {newcomers >= 100 ? '99+' : newcomers} new
          </Button>
        )}
        {list.isPending ? (
          <Panel flush>
            <ListSkeleton rows={12} />
          </Panel>
        ) : list.isError && rows.length === 0 ? (
          <Panel>
            <FailedState
              detail={list.error.message}
              request_id={(list.error as { request_id?: string }).request_id}
              onRetry={() => void list.refetch()}
            />
          </Panel>
        ) : (
          <DataTable
            label="QRIS payments"
            columns={columns.visible}
            rows={rows}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: '/qris-payment/$id', params: { id } })}
            onNear={readAhead}
            renderCard={(payment) => <QrisPaymentCard payment={payment} />}
            has_more={list.hasNextPage}
            is_loading_more={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
            around_px={200}
            remember_as="qris-payments"
            to_top={tops}
            empty={
              <EmptyState title="No QRIS payments yet" icon={<IconQrcode size={22} stroke={1.6} />} action={create}>
                Make a code for one amount, show it to your customer, and watch it being paid here.
              </EmptyState>
            }
          />
        )}
      </div>
      <CreateSheet opened={is_creating} onCreated={() => void goToTop()} onClose={() => setCreating(false)} />
    </>
  );
}
