import { type BankStatement, listBankStatements } from '@dasbor/contract/bank-statement';
import { SegmentedControl } from '@mantine/core';
import { IconBuildingBank, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { formatCount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, type Column, TIME } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { SenAmount } from '../ui/sen-amount.tsx';
import { messages } from './messages.ts';
import { MovementsPanel } from './movements-panel.tsx';
import { formatStatementDays, formatStatementName } from './statement-name.ts';
import { UploadModal } from './upload-modal.tsx';

/** Header above the table, in pixels. */
const RESERVED_PX = 230;
const NO_QUERY = {};

const VIEWS = ['statements', 'movements'] as const;

/** Statements of the provider's bank accounts; `?view=movements` shows the movements that no statement shows. */
export function BankStatementListScreen() {
  const t = messages();
  return (
    <BankStatementsPart renderHeader={(upload) => <PageHeader title={t.title} line={t.line} actions={upload} />} />
  );
}

/** The statements below a header that shows the given action. */
export function BankStatementsPart({ renderHeader }: { renderHeader: (upload: ReactNode) => ReactNode }) {
  const t = messages();
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [is_uploading, setUploading] = useState(false);
  const view = parseView(useSearch({ strict: false })['view']);
  const live = useLiveRows({ route: listBankStatements, query: NO_QUERY, topic: 'resync', totals: [] });
  const upload = (
    <ActionButton
      disabled_reason={may_manage ? undefined : t.denied}
      leftSection={<IconUpload size={16} aria-hidden />}
      onClick={() => setUploading(true)}
    >
      {t.upload.action}
    </ActionButton>
  );
  return (
    <>
      {renderHeader(upload)}
      <ViewSwitch view={view} />
      {view === 'movements' ? <MovementsPanel /> : <StatementList live={live} upload={upload} />}
      {is_uploading && <UploadModal onClose={() => setUploading(false)} />}
    </>
  );
}

const parseView = (given: unknown) => VIEWS.find((known) => known === given) ?? 'statements';

/** Switches between the views of the screen that it is part of. Other fields of its address stay, such as the tab. */
function ViewSwitch({ view }: { view: (typeof VIEWS)[number] }) {
  const t = messages();
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <SegmentedControl
      mb="md"
      aria-label={t.views}
      data={[
        { value: 'statements', label: t.title },
        { value: 'movements', label: t.movements.title },
      ]}
      value={view}
      onChange={(next) =>
        void navigate({ to: '.', search: { tab, view: next === 'movements' ? next : undefined }, resetScroll: false })
      }
    />
  );
}

function StatementList({
  live,
  upload,
}: {
  live: ReturnType<typeof useLiveRows<typeof listBankStatements>>;
  upload: ReactNode;
}) {
  const t = messages();
  const navigate = useNavigate();
  return (
    <ListFrame
      live={live}
      label={t.list.label}
      columns={buildColumns()}
      onOpen={({ id }) => void navigate({ to: '/bank-statement/$id', params: { id } })}
      renderCard={(row) => <StatementCard row={row} />}
      reserved_px={RESERVED_PX}
      scroll_key="bank-statements"
      is_filtered={false}
      onClear={() => undefined}
      empty={
        <EmptyState title={t.list.empty} icon={<IconBuildingBank size={22} stroke={1.6} />} action={upload}>
          {t.list.empty_line}
        </EmptyState>
      }
    />
  );
}

const StatementLink = ({ id, ...statement }: BankStatement) => (
  <Link to="/bank-statement/$id" params={{ id }} className={links.link}>
    {formatStatementName(statement)}
  </Link>
);
function buildColumns(): readonly Column<BankStatement>[] {
  const { fields: t } = messages();
  return [
    { id: 'number', label: t.account, width_px: 220, render: (row) => <StatementLink {...row} /> },
    { id: 'days', label: t.days, width_px: 210, priority: 5, render: formatStatementDays },
    {
      ...AMOUNT,
      id: 'closing',
      label: t.closing,
      width_px: 150,
      priority: 4,
      render: (row) => <SenAmount amount={row.closing_balance} cents={row.closing_cents} />,
    },
    { ...COUNT, id: 'lines', label: t.lines, priority: 6, render: (row) => formatCount(row.line_count) },
    { ...COUNT, id: 'open', label: t.open, render: (row) => formatCount(row.open_count) },
    {
      ...AMOUNT,
      id: 'open_amount',
      label: t.open_amount,
      priority: 7,
      render: (row) => <SenAmount amount={row.open_amount} cents={row.open_cents} strong />,
    },
    { ...TIME, id: 'uploaded', label: t.uploaded, priority: 3, render: (row) => <Instant at={row.uploaded_at} /> },
    { id: 'by', label: t.uploaded_by, width_px: 150, priority: 2, render: (row) => row.uploaded_by },
  ];
}

const StatementCard = ({ row }: { row: BankStatement }) => (
  <RowCard>
    <StatementLink {...row} />
    <SenAmount amount={row.open_amount} cents={row.open_cents} strong />
    <SecondaryText>{formatStatementDays(row)}</SecondaryText>
    <SecondaryText>
      {messages().fields.open}: {formatCount(row.open_count)} / {formatCount(row.line_count)}
    </SecondaryText>
  </RowCard>
);
