import type { QrisSticker } from '@dasbor/contract/sticker';
import { formatTip } from '@dasbor/contract/qris-tip';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount, formatCount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant } from '../ui/instant.tsx';
import { messages } from './messages.ts';
import { StickerStatus } from './sticker-status.tsx';
import classes from './sticker.module.css';

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

/** Fields of the exported file for columns that show more than the field of their id. */
export const STICKER_FILE_COLUMNS = {
  files: [],
  today: ['today_amount'],
  last: ['last_paid_at'],
  tip: ['tip_mode', 'tip_value'],
  created: ['created_at'],
} satisfies Record<string, (keyof QrisSticker)[]>;

/** Columns of the stickers. `renderFiles`: the menu that downloads the code. */
export function buildStickerColumns(renderFiles: (sticker: QrisSticker) => ReactNode): readonly Column<QrisSticker>[] {
  const t = messages().columns;
  return [
    { id: 'name', label: t.name, width_px: 200, is_fixed: true, render: (row) => <StickerLink sticker={row} /> },
    { id: 'store', label: t.store, width_px: 130, render: (row) => row.store ?? NONE },
    { id: 'terminal', label: t.terminal, width_px: 110, render: (row) => row.terminal ?? NONE },
    { id: 'files', label: t.files, width_px: 80, render: renderFiles },
    { id: 'status', label: t.status, width_px: 120, render: (row) => <StickerStatus status={row.status} /> },
    {
      id: 'today_count',
      label: t.today_count,
      width_px: 150,
      align: 'right',
      render: (row) => formatCount(row.today_count),
    },
    {
      id: 'today',
      label: t.today,
      width_px: 140,
      align: 'right',
      render: (row) => <Amount value={row.today_amount} strong />,
    },
    {
      id: 'last',
      label: t.last,
      width_px: 180,
      render: (row) => (row.last_paid_at === null ? NONE : <Instant at={row.last_paid_at} />),
    },
    { id: 'tip', label: t.tip, width_px: 140, render: (row) => formatTip(row, currentLanguage()) ?? NONE },
    {
      id: 'nmid',
      label: t.nmid,
      width_px: 160,
      render: (row) => (row.nmid === null ? NONE : <CopyableId value={row.nmid} label={t.nmid} />),
    },
    {
      id: 'created',
      label: t.created,
      width_px: 180,
      is_hidden: true,
      render: (row) => <Instant at={row.created_at} />,
    },
  ];
}

/** A sticker as a card, for phones. */
export function StickerCard({ sticker }: { sticker: QrisSticker }) {
  const t = messages().list;
  return (
    <div className={classes.card}>
      <StickerLink sticker={sticker} />
      <StickerStatus status={sticker.status} />
      <span className={classes.quiet}>
        {[sticker.store, sticker.terminal].filter(Boolean).join(' · ') || t.no_store}
      </span>
      <span className={classes.quiet}>{t.today(formatCount(sticker.today_count))}</span>
      <Amount value={sticker.today_amount} strong />
    </div>
  );
}
