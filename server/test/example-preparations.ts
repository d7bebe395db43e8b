/**
 * What an example of the API reference needs to succeed again and again: texts of the example that are replaced by those
 * of new objects. Examples that are not listed succeed as they are written, every time.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiKey } from '@dasbor/contract/api-settings';
import { listApprovals } from '@dasbor/contract/approval';
import { createDisbursement } from '@dasbor/contract/disbursement';
import { uploadDisbursementBatch } from '@dasbor/contract/disbursement-batch';
import { createExport } from '@dasbor/contract/export';
import { createPaymentLink, deactivatePaymentLink } from '@dasbor/contract/payment-link';
import { createReportRun } from '@dasbor/contract/report';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { createRefund } from '@dasbor/contract/refund';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { createQrisSticker } from '@dasbor/contract/sticker';
import { createVirtualAccount } from '@dasbor/contract/virtual-account';
import type { ExampleKit } from './example-kit.ts';
import { SAMPLE_ULID } from './sample-objects.ts';
import type { CallInput, TestClient } from './test-app.ts';
import { buildForm } from './upload-files.ts';

/** New text by text of the example. */
type Replacements = Record<string, string>;
type Prepare = (kit: ExampleKit) => Promise<Replacements | void> | Replacements;

const as = (prefix: string, id: string): Replacements => ({ [`${prefix}_${SAMPLE_ULID}`]: id });

interface Created {
  data: { id: string; transaction_id?: string | null };
}
/** Creates an object under a new idempotency key. */
const create = async (kit: ExampleKit, by: TestClient, route: Route, input: CallInput<Route>) =>
  ((await by.ok(route, { ...input, headers: kit.newKey() })) as unknown as Created).data;

const newQris = (kit: ExampleKit) => create(kit, kit.api, createQrisPayment, { body: { amount: 25_000 } });
const newTransaction: Prepare = async (kit) => as('txn', (await newQris(kit)).transaction_id ?? '');
const paidTransaction: Prepare = async (kit) => as('txn', await kit.insertPaid());

const newNumber: Prepare = async (kit) => {
  const body = { bank: 'BCA', holder_name: 'Sari Pratiwi', amount_type: 'closed', expected_amount: 50_000 };
  return as('va', (await create(kit, kit.api, createVirtualAccount, { body })).id);
};

const newLink = async (kit: ExampleKit, is_active = true): Promise<Replacements> => {
  const body = { title: 'Pesanan', type: 'multi_use', amount: 50_000 };
  const { id } = await create(kit, kit.api, createPaymentLink, { body });
  if (!is_active) await kit.api.ok(deactivatePaymentLink, { params: { id } });
  return as('pl', id);
};

/** A merchant reference is used once. */
const newReference: Prepare = (kit) => ({ 'PAYROLL-1': `PAYROLL-${kit.next()}` });

const newDisbursement = async (kit: ExampleKit): Promise<string> => {
  const merchant_reference = `PAYROLL-${kit.next()}`;
  const body = { bank_code: '014', account_no: '8010000001', amount: 150_000, merchant_reference };
  return (await create(kit, kit.api, createDisbursement, { body })).id;
};
const failedDisbursement: Prepare = async (kit) => {
  const id = await newDisbursement(kit);
  await kit.owner.query(`update app.disbursement set status = 'failed' where id = $1`, [id]);
  return { ...as('dsb', id), 'PAYROLL-2': `PAYROLL-${kit.next()}` };
};

const batchFile = (kit: ExampleKit): string =>
  `reference_id,amount,bank_code,account_name,account_number,description,email\n${[1, 2]
    .map(() => `B-${kit.next()},100000,014,SARI PRATIWI,8010000001,Salary,sari@example.com`)
    .join('\n')}\n`;

/** Few files are validated at the same time. */
const endValidations = async ({ owner }: ExampleKit): Promise<void> => {
  await owner.query(`update app.disbursement_batch set status = 'cancelled' where status = 'validating'`);
};

/** A batch whose rows have been checked. */
const newBatch: Prepare = async (kit) => {
  await endValidations(kit);
  const form = await buildForm([['file', { name: 'payroll.csv', bytes: Buffer.from(batchFile(kit)) }]]);
  const answer = await kit.t.app.inject({
    method: 'POST',
    url: API_BASE + uploadDisbursementBatch.path,
    headers: { ...form.headers, authorization: `Bearer ${kit.api_key}` },
    payload: form.payload,
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const { id } = answer.json<Created>().data;
  await kit.run('validate_disbursement_batch', { id });
  return as('dsbb', id);
};

const newExport: Prepare = async (kit) => {
  const { id } = await create(kit, kit.api, createExport, { body: { list: 'transactions', format: 'csv' } });
  await kit.run('run_export', { id });
  return as('exp', id);
};
const removeExports = async ({ owner }: ExampleKit): Promise<void> => {
  await owner.query(`update app.export set status = 'expired' where status in ('queued', 'running')`);
};

/** A report with its file. */
const newReport: Prepare = async (kit) => {
  const body = { report_type: 'transactions', business_day: '2026-11-21', channels: [] };
  const { id } = await create(kit, kit.api, createReportRun, { body });
  await kit.run('deliver_report', { run_id: id });
  return as('rrun', id);
};

const BANKS = ['BCA', 'BNI', 'PERMATA', 'CIMB'] as const;
let opened = 0;

export const PREPARATIONS: Record<string, Prepare> = {
  cancelTransaction: newTransaction,
  syncTransaction: newTransaction,
  createRefund: paidTransaction,
  createRefunds: paidTransaction,
  getRefundTerms: paidTransaction,
  getApproval: async (kit) => {
    const params = { id: await kit.insertPaid() };
    const body = { amount: 20_000, reason: 'customer_request', method: 'original' };
    await create(kit, kit.finance, createRefund, { params, body });
    const [first] = (await kit.superadmin.ok(listApprovals, {})).data;
    return as('apr', first?.id ?? '');
  },
  disputeSettlementLine: async (kit) => as('stl', await kit.settle()),
  cancelQrisPayment: async (kit) => as('qr', (await newQris(kit)).id),
  setQrisStickerStatus: async (kit) =>
    as('qr', (await create(kit, kit.api, createQrisSticker, { body: { name: 'Counter' } })).id),
  deactivateVirtualAccount: newNumber,
  sendVirtualAccountInstructions: newNumber,
  syncVirtualAccount: newNumber,
  updateVirtualAccount: newNumber,
  activatePaymentLink: (kit) => newLink(kit, false),
  deactivatePaymentLink: newLink,
  sharePaymentLink: newLink,
  updatePaymentLink: newLink,
  createDisbursement: newReference,
  cancelDisbursement: async (kit) => as('dsb', await newDisbursement(kit)),
  retryDisbursement: failedDisbursement,
  createBeneficiary: async ({ owner }) => {
    await owner.query(`delete from app.beneficiary where account_last4 = '0001' and id not like $1`, [
      `%${SAMPLE_ULID}`,
    ]);
  },
  cancelDisbursementBatch: newBatch,
  deleteBatchRow: newBatch,
  revalidateDisbursementBatch: newBatch,
  submitDisbursementBatch: newBatch,
  updateBatchRow: newBatch,
  getBatchErrors: newBatch,
  uploadDisbursementBatch: async (kit) => {
    await endValidations(kit);
    writeFileSync(join(kit.folder, 'file.csv'), batchFile(kit));
  },
  openDepositVa: () => ({ MANDIRI: BANKS[opened++ % BANKS.length] ?? '' }),
  setDepositVaStatus: async ({ owner }) => {
    await owner.query(`update app.deposit_va set status = 'active' where id = $1`, [`dva_${SAMPLE_ULID}`]);
  },
  testSftpConnection: ({ openssh }) => ({
    'sftp.example.com': '127.0.0.1',
    '2_222': String(openssh.port),
    '2222': String(openssh.port),
    'dasbor-reports': openssh.username,
    'correct-horse-battery': openssh.password,
  }),
  downloadReport: newReport,
  downloadReportTotals: newReport,
  regenerateReport: newReport,
  resendReport: newReport,
  createExport: removeExports,
  getExport: newExport,
  downloadExport: newExport,
  deleteExport: newExport,
  revokeApiKey: async (kit) => {
    const body = { name: 'Old', access: [{ group: 'QRIS' as const, access: 'view' as const }] };
    const { data } = await kit.superadmin.ok(createApiKey, { body });
    return as('key', (data as unknown as { id: string }).id);
  },
  recoverWebhook: ({ webhook_id }) => as('whe', webhook_id),
  testWebhook: ({ webhook_id }) => as('whe', webhook_id),
};
