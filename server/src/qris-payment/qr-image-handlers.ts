/** API handlers of QR images: PNG, SVG and the A6 sheet to print. */
import { Readable } from 'node:stream';
import { formatInstant } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/qris-image';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type Handlers, StreamResponse } from '../http/serve.ts';
import { toPng, toSvg } from './qr-image.ts';
import { findPrintedCode } from './queries.ts';
import { buildSheet } from './sheet-pdf.ts';

type Tx = <T>(work: (tx: MerchantTx) => Promise<T>) => Promise<T>;

export const qrisImageHandlers: Handlers<typeof contract> = {
  getQrisPng: async ({ params, tx }) => {
    const code = await getPrintableCode(tx, params.id);
    return new StreamResponse(Readable.from([toPng(code.qr_content)]), 'image/png', `qris-${code.file_name}.png`);
  },

  getQrisSvg: async ({ params, tx }) => {
    const code = await getPrintableCode(tx, params.id);
    return new StreamResponse(Readable.from([toSvg(code.qr_content)]), 'image/svg+xml', `qris-${code.file_name}.svg`);
  },

  getQrisPdf: async ({ params, tx, language }) => {
    const code = await getPrintableCode(tx, params.id);
    const valid_until = code.expires_at === null ? null : formatInstant(code.expires_at, language);
    const sheet = buildSheet({ ...code, valid_until }, language);
    return new StreamResponse(sheet, 'application/pdf', `qris-${code.file_name}.pdf`);
  },
};

/** Throws 404, and 409 `not_issued` while the bank has not issued the code. */
async function getPrintableCode(tx: Tx, id: string) {
  const code = await tx((merchant) => findPrintedCode(merchant, id));
  if (code === undefined) throw notFound();
  const { qr_content, nmid } = code;
  if (qr_content === null || nmid === null) {
    const detail = localized(
      'The bank has not issued this code yet. Try again later.',
      'Bank belum menerbitkan kode ini. Coba lagi nanti.',
    );
    throw new Problem(409, 'not_issued', detail);
  }
  const label = (code.name ?? code.merchant_reference ?? id).toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return { ...code, qr_content, nmid, file_name: label.replaceAll(/^-+|-+$/g, '') || id };
}
