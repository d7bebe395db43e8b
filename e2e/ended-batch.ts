/** A disbursement batch that has ended with a row that was not paid, created through the API. */
import { get, post } from './api.ts';
import { expect } from './journey.ts';
import { APPROVER } from './one-time-code.ts';
import { BANK_URL, DASHBOARD_URL, KOPI } from './sandbox.ts';
import { sharedSession } from './session.ts';

interface Batch {
  id: string;
  status: string;
}

/** Returns its id. */
export async function createEndedBatch(): Promise<string> {
  await topUpPayout(100_000);
  const id = await uploadBatch();
  await expectStatus(id, 'needs_fix');
  await post(`/disbursement-batches/${id}/submit`, { skip_errors: true });
  const { access_token } = await sharedSession(APPROVER);
  const answer = await fetch(`${DASHBOARD_URL}/api/v1/disbursement-batches/${id}/approve`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: '{}',
  });
  expect(answer.status, await answer.text()).toBe(200);
  await expectStatus(id, 'completed');
  return id;
}

/** Pays the merchant's deposit virtual account at the sandbox bank. */
export async function topUpPayout(amount: number): Promise<void> {
  const { data } = await get<{ data: { va_number: string; status: string }[] }>('/deposit-vas');
  const va_number = data.find(({ status }) => status === 'active')?.va_number;
  const answer = await fetch(`${BANK_URL}/simulate/va/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ va_number, amount }),
  });
  expect(answer.status, await answer.text()).toBeLessThan(300);
}

async function uploadBatch(): Promise<string> {
  const name = `layout-${Date.now().toString(36)}`;
  const file = [
    'reference_id,amount,bank_code,account_name,account_number,description,email',
    `${name}-paid,20000,BCA,Sari Pratiwi,8010000001,Salary of the month of November,finance@kopi.example`,
    `${name}-wrong,30000,Nowhere,Budi Santoso,8010000002,Salary of the month of November,`,
  ].join('\n');
  const form = new FormData();
  form.set('file', new Blob([file]), `${name}.csv`);
  const { access_token } = await sharedSession(KOPI);
  const headers = { authorization: `Bearer ${access_token}` };
  const answer = await fetch(`${DASHBOARD_URL}/api/v1/disbursement-batches`, { method: 'POST', headers, body: form });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return ((await answer.json()) as { data: Batch }).data.id;
}

const expectStatus = (id: string, status: string): Promise<void> =>
  expect
    .poll(async () => (await get<{ data: Batch }>(`/disbursement-batches/${id}`)).data.status, { timeout: 60_000 })
    .toBe(status);
