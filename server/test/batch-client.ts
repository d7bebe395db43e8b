/** Disbursement batches in tests: uploads a file as a user and takes it to its approval. */
import {
  approveDisbursementBatch,
  getDisbursementBatch,
  listBatchRows,
  submitDisbursementBatch,
  uploadDisbursementBatch,
} from '@dasbor/contract/disbursement-batch';
import { API_BASE } from '@dasbor/contract/route';
import { disbursementBatchJobs } from '../src/disbursement-batch/jobs.ts';
import type { TestApp, TestClient } from './test-app.ts';

const HEADER = 'reference_id,amount,bank_code,account_name,account_number,description,email,email_cc,email_bcc';
let count = 0;
const headers = () => ({ 'idempotency-key': `batch-client-${++count}` });

/** A file of the rows. */
export const buildCsv = (...rows: string[]): Buffer => Buffer.from(`${HEADER}\n${rows.join('\n')}\n`);

export function createBatchClient(t: TestApp, merchant_id: string) {
  const runJob = (name: string, id: string) =>
    disbursementBatchJobs.find((job) => job.name === name)!.run(t.deps, { merchant_id, id });
  const upload = async (client: TestClient, file: Buffer, name = 'payroll.csv') => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(file)]), name);
    const request = new Request('http://x', { method: 'POST', body: form });
    return t.app.inject({
      method: 'POST',
      url: `${API_BASE}${uploadDisbursementBatch.path}`,
      headers: { authorization: client.authorization ?? '', 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
  };
  return {
    runJob,
    upload,
    /** Uploads and validates; returns the id. */
    validated: async (client: TestClient, file: Buffer, name?: string): Promise<string> => {
      const answer = await upload(client, file, name);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      const { id } = answer.json<{ data: { id: string } }>().data;
      await runJob('validate_disbursement_batch', id);
      return id;
    },
    submit: (client: TestClient, id: string, body: object = {}) =>
      client.call(submitDisbursementBatch, { params: { id }, body, headers: headers() }),
    approve: (client: TestClient, id: string, body: object = {}) =>
      client.call(approveDisbursementBatch, { params: { id }, body, headers: headers() }),
    read: async (client: TestClient, id: string) => (await client.ok(getDisbursementBatch, { params: { id } })).data,
    listRows: async (client: TestClient, id: string) => (await client.ok(listBatchRows, { params: { id } })).data,
  };
}
