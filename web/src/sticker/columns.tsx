import type { QrisSticker } from '@dasbor/contract/sticker';
import { formatTip } from '@dasbor/contract/qris-tip';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount, formatCount } from '../ui/amount.tsx';
import { AMOUNT, COUNT, EMPTY_CELL, type FieldColumn, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { messages } from './messages.ts';
import { StickerStatus } from './sticker-status.tsx';
import classes from './sticker.module.css';

const StickerLink = ({ sticker: { id, name } }: { sticker: QrisSticker }) => (
  <Link to="/qris-payment/$id" params={{ id }} title={id} className={links.link}>
    {name}
  </Link>
);

/** Columns of the stickers. `renderFiles`: the menu that downloads the code. */
export function buildStickerColumns(
  renderFiles: (sticker: QrisSticker) => ReactNode,
): readonly FieldColumn<QrisSticker>[] {
  const t = messages().columns;
  return [
    { id: 'name', label: t.name, width_px: 190, is_fixed: true, render: (row) => <StickerLink sticker={row} /> },
    { id: 'store', label: t.store, width_px: 130, priority: 7, render: (row) => renderText(row.store) },
    { id: 'terminal', label: t.terminal, width_px: 110, priority: 5, render: (row) => renderText(row.terminal) },
    { id: 'files', label: t.files, width_px: 80, is_whole: true, fields: [], render: renderFiles },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <StickerStatus status={row.status} /> },
    {
      ...COUNT,
      id: 'today_count',
      label: t.today_count,
      priority: 8,
      render: (row) => formatCount(row.today_count),
    },
    {
      ...AMOUNT,
      id: 'today',
      label: t.today,
      fields: ['today_amount'],
      render: (row) => <Amount value={row.today_amount} strong />,
    },
    {
      ...TIME,
      id: 'last',
      label: t.last,
      priority: 6,
      fields: ['last_paid_at'],
      render: (row) => renderInstant(row.last_paid_at),
    },
    {
      id: 'tip',
      label: t.tip,
      width_px: 140,
      priority: 3,
      fields: ['tip_mode', 'tip_value'],
      render: (row) => renderText(formatTip(row, currentLanguage())),
    },
    {
      id: 'nmid',
      label: t.nmid,
      width_px: 160,
      priority: 2,
      render: (row) => (row.nmid === null ? EMPTY_CELL : <CopyableId value={row.nmid} label={t.nmid} />),
    },
    {
      ...TIME,
      id: 'created',
      label: t.created,
      priority: 1,
      is_hidden: true,
      fields: ['created_at'],
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
