/** The A6 sheet to print: what stands on a counter for people to scan. */
import type { PassThrough } from 'node:stream';
import type { Rupiah } from '@dasbor/contract/money';
import type { QrisTip } from '@dasbor/contract/qris-tip';
import { formatPercent } from '@dasbor/contract/qris-tip';
import { type PdfPage, renderPdf } from '../pdf/document.ts';
import { encodeModules } from './qr-image.ts';

export interface SheetContent extends QrisTip {
  brand_name: string;
  nmid: string;
  qr_content: string;
  /** Name of the sticker; null when dynamic. */
  name: string | null;
  store: string | null;
  terminal: string | null;
  /** null: the payer types it. */
  amount: Rupiah | null;
  /** Until when it can be paid, for people; null: for ever. */
  valid_until: string | null;
}

const RED = '#d6001c';
const INK = '#1c2434';
const DIM = '#5c636b';

/** Brand name, NMID, the wordmark of QRIS, the code as vectors and how to pay. */
export const buildSheet = (content: SheetContent): PassThrough =>
  renderPdf({ title: `QRIS ${content.brand_name}`, size: 'A6', author: content.brand_name }, (page) => {
    const { doc, width } = page;
    const left = doc.page.margins.left;
    const line = (text: string, size: number, y: number, font: 'regular' | 'bold', colour = INK) =>
      doc
        .font(font)
        .fontSize(size)
        .fillColor(colour)
        .text(text, left, y, { width, align: 'center', lineBreak: false, ellipsis: true, height: size * 1.4 });

    line('QRIS', 26, 20, 'bold', RED);
    line('QR Code Standar Pembayaran Nasional', 7, 52, 'regular', DIM);
    line(content.brand_name, 14, 66, 'bold');
    line(`NMID: ${content.nmid}`, 8, 87, 'regular');
    const place = [content.store, content.terminal].filter(Boolean).join(' · ') || content.name;
    if (place) line(place, 8, 99, 'regular', DIM);
    const amount = content.amount === null ? null : rupiahText(content.amount);
    if (amount) line(amount, 13, 111, 'bold');
    const top = amount ? 130 : 114;
    const side = Math.min(width, 215);
    drawCode(page, content.qr_content, left + (width - side) / 2, top, side);
    const below = top + side + 4;
    line(content.amount === null ? 'Scan, type the amount, pay' : 'Scan and pay', 9, below, 'bold');
    const notes = [formatTipNote(content), content.valid_until && `Valid until ${content.valid_until}`].filter(Boolean);
    line(notes.join(' · ') || 'With any wallet or bank that shows the QRIS sign', 7, below + 15, 'regular', DIM);
  });

/** Dark modules as rectangles, those side by side as one: sharp at any size, and small. */
function drawCode({ doc }: PdfPage, qr_content: string, x: number, y: number, side: number): void {
  const modules = encodeModules(qr_content);
  const unit = side / modules.length;
  doc.fillColor('#ffffff').rect(x, y, side, side).fill();
  modules.forEach((row, row_at) => {
    let at = 0;
    while (at < row.length) {
      const end = row.findIndex((is_dark, place) => place > at && is_dark !== row[at]);
      const length = (end < 0 ? row.length : end) - at;
      if (row[at]) doc.rect(x + at * unit, y + row_at * unit, length * unit, unit);
      at += length;
    }
  });
  doc.fillColor('#000000').fill();
}

const TIP_NOTES: Record<QrisTip['tip_mode'], (value: number) => string> = {
  none: () => '',
  prompt: () => 'A tip is welcome',
  fixed: (value) => `A tip of ${rupiahText(value)} is added`,
  percent: (value) => `A tip of ${formatPercent(value)} % is added`,
};
const formatTipNote = ({ tip_mode, tip_value }: QrisTip): string => TIP_NOTES[tip_mode](tip_value ?? 0);

const rupiahText = (amount: Rupiah): string => `Rp ${String(amount).replaceAll(/\B(?=(\d{3})+$)/g, '.')}`;
