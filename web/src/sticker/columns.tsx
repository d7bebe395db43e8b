import type { QrisSticker } from '@dasbor/contract/sticker';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount, formatCount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { formatTip } from '../qris-payment/code-labels.ts';
import { FileMenu } from '../qris-payment/file-menu.tsx';
import classes from '../qris-payment/qris-payment.module.css';
import { CodeStatus } from '../qris-payment/code-status.tsx';

const NONE = (
  <Text span c="dimmed">
    –
  </Text>
);

const StickerLink = ({ sticker: { id, name } }: { sticker: QrisSticker }) => (
  <Link to="/qris-payment/$id" params={{ id }} title={id} className={classes.link}>
    {name}
  </Link>
);

/** Fields of a file behind the columns that show others than the one they are called by. */
export const STICKER_FILE_COLUMNS = {
  files: [],
  today: ['today_amount'],
  last: ['last_paid_at'],
  tip: ['tip_mode', 'tip_value'],
  created: ['created_at'],
} satisfies Record<string, (keyof QrisSticker)[]>;

/** Columns of the stickers. */
export const STICKER_COLUMNS: readonly Column<QrisSticker>[] = [
  { id: 'name', label: 'Name', width_px: 200, is_fixed: true, render: (row) => <StickerLink sticker={row} /> },
  { id: 'store', label: 'Store', width_px: 130, render: (row) => row.store ?? NONE },
  { id: 'terminal', label: 'Terminal', width_px: 110, render: (row) => row.terminal ?? NONE },
  { id: 'files', label: 'Files', width_px: 80, render: (row) => <FileMenu code={row} is_compact /> },
  { id: 'status', label: 'Status', width_px: 120, render: (row) => <CodeStatus status={row.status} /> },
  {
    id: 'today_count',
    label: 'Paid today',
    width_px: 100,
    align: 'right',
    render: (row) => formatCount(row.today_count),
  },
  {
    id: 'today',
    label: 'Total today',
    width_px: 140,
    align: 'right',
    render: (row) => <Amount value={row.today_amount} strong />,
  },
  {
    id: 'last',
    label: 'Last payment',
    width_px: 180,
    render: (row) => (row.last_paid_at === null ? NONE : <Instant at={row.last_paid_at} />),
  },
  { id: 'tip', label: 'Tip', width_px: 140, render: (row) => formatTip(row) ?? NONE },
  {
    id: 'nmid',
    label: 'NMID',
    width_px: 160,
    render: (row) => (row.nmid === null ? NONE : <CopyableId value={row.nmid} label="NMID" />),
  },
  { id: 'created', label: 'Created', width_px: 180, is_hidden: true, render: (row) => <Instant at={row.created_at} /> },
];

/** A sticker in three lines, for phones. */
export const StickerCard = ({ sticker }: { sticker: QrisSticker }) => (
  <div className={classes.card}>
    <StickerLink sticker={sticker} />
    <CodeStatus status={sticker.status} />
    <span className={classes.quiet}>{[sticker.store, sticker.terminal].filter(Boolean).join(' · ') || 'No store'}</span>
    <span className={classes.quiet}>{formatCount(sticker.today_count)} today</span>
    <Amount value={sticker.today_amount} strong />
  </div>
);
