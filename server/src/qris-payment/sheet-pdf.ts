/** The printable A6 sheet of a QR code, for a counter or a table. */
import type { PassThrough } from 'node:stream';
import { formatRate, formatRupiah } from '@dasbor/contract/format';
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import type { QrisTip } from '@dasbor/contract/qris-tip';
import { type PdfPage, renderPdf } from '../pdf/document.ts';
import { encodeModules } from './qr-image.ts';

export interface SheetContent extends QrisTip {
  brand_name: string;
  nmid: string;
  qr_content: string;
  /** Name of the static code; null for a dynamic one. */
  name: string | null;
  store: string | null;
  terminal: string | null;
  /** null when the payer enters it. */
  amount: Rupiah | null;
  /** Expiry, formatted; null without one. */
  valid_until: string | null;
}

const RED = '#d6001c';
const INK = '#1c2434';
const DIM = '#5c636b';

const TEXTS = {
  scan_and_enter: localized('Scan, enter the amount and pay', 'Pindai, masukkan jumlah, lalu bayar'),
  scan: localized('Scan and pay', 'Pindai dan bayar'),
  wallets: localized(
    'Accepted by every bank and wallet that supports QRIS',
    'Dapat dibayar dengan semua bank dan dompet digital QRIS',
  ),
};

interface LineStyle {
  size: number;
  font?: 'regular' | 'bold';
  colour?: string;
}

/** Brand name, NMID, the QRIS wordmark, the code as vectors and payment instructions. */
export const buildSheet = (content: SheetContent, language: Language): PassThrough =>
  renderPdf({ title: `QRIS ${content.brand_name}`, size: 'A6', author: content.brand_name }, (page) => {
    const { doc, width } = page;
    const left = doc.page.margins.left;
    const line = (text: string, y: number, { size, font = 'regular', colour = INK }: LineStyle) =>
      doc
        .font(font)
        .fontSize(size)
        .fillColor(colour)
        .text(text, left, y, { width, align: 'center', lineBreak: false, ellipsis: true, height: size * 1.4 });

    line('QRIS', 20, { size: 26, font: 'bold', colour: RED });
    line('QR Code Standar Pembayaran Nasional', 52, { size: 7, colour: DIM });
    line(content.brand_name, 66, { size: 14, font: 'bold' });
    line(`NMID: ${content.nmid}`, 87, { size: 8 });
    const location = [content.store, content.terminal].filter(Boolean).join(' · ') || content.name;
    if (location) line(location, 99, { size: 8, colour: DIM });
    const amount = content.amount === null ? null : formatRupiah(content.amount);
    if (amount) line(amount, 111, { size: 13, font: 'bold' });
    const top = amount ? 130 : 114;
    const side = Math.min(width, 215);
    drawCode(page, content.qr_content, { x: left + (width - side) / 2, y: top, side });
    const below = top + side + 4;
    const instruction = content.amount === null ? TEXTS.scan_and_enter : TEXTS.scan;
    line(instruction[language], below, { size: 9, font: 'bold' });
    line(buildNotes(content)[language] || TEXTS.wallets[language], below + 15, { size: 7, colour: DIM });
  });

/** Dark modules as rectangles, adjacent ones merged: sharp at any size, and a small file. */
function drawCode({ doc }: PdfPage, qr_content: string, { x, y, side }: { x: number; y: number; side: number }): void {
  const modules = encodeModules(qr_content);
  const unit = side / modules.length;
  doc.fillColor('#ffffff').rect(x, y, side, side).fill();
  modules.forEach((row, row_at) => {
    let at = 0;
    while (at < row.length) {
      const end = row.findIndex((is_dark, index) => index > at && is_dark !== row[at]);
      const length = (end < 0 ? row.length : end) - at;
      if (row[at]) doc.rect(x + at * unit, y + row_at * unit, length * unit, unit);
      at += length;
    }
  });
  doc.fillColor('#000000').fill();
}

const TIP_NOTES: Record<QrisTip['tip_mode'], (value: number) => Localized> = {
  none: () => localized('', ''),
  prompt: () => localized('Tips are welcome', 'Tip diterima dengan senang hati'),
  fixed: (value) => localized(`Plus a tip of ${formatRupiah(value)}`, `Ditambah tip ${formatRupiah(value)}`),
  percent: (value) => localized(`Plus a tip of ${formatRate(value, 'en')}`, `Ditambah tip ${formatRate(value, 'id')}`),
};

/** Tip and expiry in one line; empty without both. */
function buildNotes({ tip_mode, tip_value, valid_until }: SheetContent): Localized {
  const tip = TIP_NOTES[tip_mode](tip_value ?? 0);
  const join = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  return localized(
    join(tip.en, valid_until && `Valid until ${valid_until}`),
    join(tip.id, valid_until && `Berlaku sampai ${valid_until}`),
  );
}
