/** An invoice or credit note as PDF, in the form that is usual in Indonesia. */
import type { PassThrough } from 'node:stream';
import { spellRupiah } from '@dasbor/contract/amount-in-words';
import { formatCount, formatDay, formatInstant, formatRupiah } from '@dasbor/contract/format';
import type { InvoiceDetail, InvoiceLine } from '@dasbor/contract/invoice';
import {
  formatInvoiceRule,
  formatNpwp,
  invoiceKindLabel,
  invoiceMovementLabel,
  invoiceServiceLabel,
} from '@dasbor/contract/invoice-labels';
import type { Language } from '@dasbor/contract/language';
import { type PdfPage, renderPdf } from '../pdf/document.ts';
import { INVOICE_MESSAGES, type InvoiceMessages } from './pdf-messages.ts';

const PRIMARY = '#5D87FF';
const INK = '#1c2434';
const DIM = '#5c636b';
const GREEN = '#0f7b4f';
/** Of 515 points. */
const WIDTHS = [211, 44, 66, 66, 56, 72] as const;

interface Writing {
  page: PdfPage;
  invoice: InvoiceDetail;
  t: InvoiceMessages;
  language: Language;
}

export function writeInvoice(invoice: InvoiceDetail, language: Language): PassThrough {
  const title = `${invoiceKindLabel(invoice.kind, language)} ${invoice.number}`;
  return renderPdf({ title, author: invoice.issuer.name }, (page) => {
    const writing = { page, invoice, t: INVOICE_MESSAGES[language], language };
    writeHead(writing);
    writeParties(writing);
    writeLines(writing);
    writeTotals(writing);
    writeFoot(writing);
  });
}

function writeHead({ page: { doc, width }, invoice, t, language }: Writing): void {
  const { x, y } = doc;
  doc.save().rect(x, y, width, 3).fill(PRIMARY).restore();
  const top = y + 16;
  const half = width / 2;
  doc.font('bold').fontSize(13).fillColor(INK).text(invoice.issuer.name, x, top, { width: half });
  doc.font('regular').fontSize(8.5).fillColor(DIM);
  if (invoice.issuer.address !== null) doc.text(invoice.issuer.address, x, doc.y + 2, { width: half });
  doc.text(`${t.npwp} ${formatId(invoice.issuer.npwp, t)}`, x, doc.y + 1, { width: half });
  const bottom = doc.y;
  const right = { width: half, align: 'right' } as const;
  doc.font('bold').fontSize(22).fillColor(PRIMARY);
  doc.text(invoiceKindLabel(invoice.kind, language).toUpperCase(), x + half, top - 4, right);
  doc.font('bold').fontSize(10).fillColor(INK);
  doc.text(invoice.number, x + half, doc.y + 2, right);
  moveTo({ doc, x, y: Math.max(bottom, doc.y) + 20 });
}

const formatId = (npwp: string | null, t: InvoiceMessages): string =>
  npwp === null ? t.npwp_missing : formatNpwp(npwp);

function moveTo({ doc, x, y }: { doc: PdfPage['doc']; x: number; y: number }): void {
  doc.font('regular').fontSize(10).fillColor(INK);
  doc.x = x;
  doc.y = y;
}

/** The merchant at the left, dates and numbers at the right. */
function writeParties({ page: { doc, width }, invoice, t, language }: Writing): void {
  const { x, y } = doc;
  const { billed_to } = invoice;
  const left = { width: width * 0.48 };
  doc.font('regular').fontSize(8.5).fillColor(DIM).text(t.billed_to, x, y, left);
  doc
    .font('bold')
    .fontSize(10.5)
    .fillColor(INK)
    .text(billed_to.name, x, doc.y + 2, left);
  doc.font('regular').fontSize(9);
  doc.text(`${billed_to.brand_name} (${billed_to.code})`, x, doc.y + 1, left);
  if (billed_to.address !== null) doc.text(billed_to.address, x, doc.y + 1, left);
  const named =
    billed_to.npwp_name === null || billed_to.npwp_name === billed_to.name ? '' : ` (${billed_to.npwp_name})`;
  doc.text(`${t.npwp} ${formatId(billed_to.npwp, t)}${named}`, x, doc.y + 1, left);
  const bottom = doc.y;
  const details: [string, string][] = [
    [t.issue_date, formatDay(invoice.issue_date, language)],
    [t.period, `${formatDay(invoice.period_from, language)} – ${formatDay(invoice.period_to, language)}`],
    [t.tax_invoice_no, invoice.tax_invoice_no ?? t.not_yet],
    ...(invoice.corrects_number === null ? [] : ([[t.corrects, invoice.corrects_number]] as [string, string][])),
    ...(invoice.reason === null ? [] : ([[t.reason, invoice.reason]] as [string, string][])),
  ];
  const [label_x, value_x] = [x + width * 0.52, x + width * 0.74];
  let at = y;
  for (const [name, value] of details) {
    doc
      .fontSize(8.5)
      .fillColor(DIM)
      .text(name, label_x, at, { width: width * 0.22 });
    const after_name = doc.y;
    doc.fontSize(9).fillColor(INK);
    doc.text(value, value_x, at, { width: width * 0.26, align: 'right' });
    at = Math.max(after_name, doc.y) + 4;
  }
  moveTo({ doc, x, y: Math.max(bottom, at) + 18 });
}

const number = new Intl.NumberFormat('id-ID');

function writeLines({ page, invoice, t, language }: Writing): void {
  const writeRow = page.table(
    t.columns.map((header, at) => ({
      header,
      width: WIDTHS[at] ?? 60,
      ...(at === 0 ? {} : { align: 'right' as const }),
    })),
  );
  for (const line of invoice.lines) {
    writeRow([
      describeLine(line, invoice, language),
      formatCount(line.count, language),
      number.format(line.fee_amount),
      number.format(line.dpp_amount),
      number.format(line.vat_amount),
      number.format(line.total_amount),
    ]);
  }
  page.gap(8);
}

function describeLine(line: InvoiceLine, { corrects_number }: InvoiceDetail, language: Language): string {
  if (line.movement === 'credited') return `${invoiceMovementLabel('credited', language)}: ${corrects_number ?? ''}`;
  const service = invoiceServiceLabel(line.service, language);
  const rule = formatInvoiceRule(line, language);
  const what = rule === '–' ? service : `${service} · ${rule}`;
  return line.movement === 'charged' ? what : `${what} (${invoiceMovementLabel(line.movement, language)})`;
}

const TOTALS_HEIGHT = 190;

function writeTotals({ page: { doc, width }, invoice, t }: Writing): void {
  if (doc.y + TOTALS_HEIGHT > doc.page.height - doc.page.margins.bottom) doc.addPage();
  const { x } = doc;
  const top = doc.y;
  const left = x + width * 0.42;
  const rows: [string, number][] = [
    [t.fees, invoice.fee_amount],
    [t.dpp, invoice.dpp_amount],
    [t.vat, invoice.vat_amount],
  ];
  for (const [name, amount] of rows) {
    const { y } = doc;
    doc.font('regular').fontSize(9).fillColor(DIM);
    doc.text(name, left, y, { width: width * 0.36 });
    doc.fillColor(INK).text(formatRupiah(amount), x + width * 0.78, y, { width: width * 0.22, align: 'right' });
    doc.y = y + 16;
  }
  const { y } = doc;
  doc
    .moveTo(left, y)
    .lineTo(x + width, y)
    .lineWidth(0.8)
    .strokeColor(INK)
    .stroke();
  doc.font('bold').fontSize(12).fillColor(INK);
  doc.text(t.total, left, y + 8, { width: width * 0.3 });
  doc.text(formatRupiah(invoice.total_amount), x + width * 0.68, y + 8, { width: width * 0.32, align: 'right' });
  const bottom = doc.y;
  if (invoice.kind === 'invoice') writePaid({ doc, x, y: top + 6 }, t.paid);
  moveTo({ doc, x, y: bottom + 16 });
}

/** The mark of a paid invoice. */
function writePaid({ doc, x, y }: { doc: PdfPage['doc']; x: number; y: number }, text: string): void {
  doc.save().roundedRect(x, y, 96, 34, 4).lineWidth(1.6).strokeColor(GREEN).stroke().restore();
  doc.font('bold').fontSize(16).fillColor(GREEN);
  doc.text(text, x, y + 9, { width: 96, align: 'center', characterSpacing: 1.5 });
}

function writeFoot({ page: { doc, width }, invoice, t, language }: Writing): void {
  const { x } = doc;
  doc.font('regular').fontSize(9).fillColor(DIM).text(`${t.in_words}: `, x, doc.y, { continued: true, width });
  doc.fillColor(INK).text(spellRupiah(invoice.total_amount));
  doc.moveDown(1);
  doc.fontSize(9).fillColor(INK);
  doc.text(invoice.kind === 'invoice' ? t.already_paid : t.returned, { width });
  doc.moveDown(0.6).fontSize(8).fillColor(DIM);
  doc.text(t.vat_rule, { width });
  doc.text(t.automatic(formatInstant(invoice.issued_at, language)), { width });
}
