/** The picture of a code as a file. */
import { Readable } from 'node:stream';
import type * as contract from '@dasbor/contract/qris-image';
import { TIME_ZONE } from '@dasbor/contract/time';
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

  getQrisPdf: async ({ params, tx }) => {
    const code = await getPrintableCode(tx, params.id);
    const sheet = buildSheet({ ...code, valid_until: code.expires_at === null ? null : timeText(code.expires_at) });
    return new StreamResponse(sheet, 'application/pdf', `qris-${code.file_name}.pdf`);
  },
};

/** A code that the bank has issued. Refuses with 404, and with 409 `not_issued`. */
async function getPrintableCode(tx: Tx, id: string) {
  const code = await tx((merchant) => findPrintedCode(merchant, id));
  if (code === undefined) throw notFound();
  const { qr_content } = code;
  if (qr_content === null) {
    throw new Problem(409, 'not_issued', 'The bank has not issued this code, so there is no picture of it.');
  }
  const label = (code.name ?? code.merchant_reference ?? id).toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return { ...code, qr_content, file_name: label.replaceAll(/^-+|-+$/g, '') || id };
}

const timeText = (iso: string): string => {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE } as const;
  return `${new Date(iso).toLocaleString('en-GB', options)} WIB`;
};
