/** Payments under failures that the sandbox bank simulates: none is lost, and none is recorded twice. */
import {
  listCallbacks,
  resetBank,
  createPayment,
  listOpenCodes,
  payCode,
  readPayment,
  readTransaction,
  setBankSwitches,
} from './api.ts';
import { expect, test } from './journey.ts';
import { DASHBOARD_URL, KOPI } from './sandbox.ts';
import { killServer } from './server-process.ts';
import { getShortLivedCode } from './short-lived-code.ts';
import { createAmount } from './unique-values.ts';

test.use({ user: KOPI });
test.afterEach(resetBank);

type Payment = Awaited<ReturnType<typeof createPayment>>;

const waitForStatus = (payment: Payment, status: string) =>
  expect.poll(async () => (await readTransaction(payment.transaction_id)).status).toBe(status);

/** Paid exactly once: one transition to success, fees once, and all callbacks of the bank accepted. */
async function expectPaidOnce(payment: Payment): Promise<void> {
  await waitForStatus(payment, 'success');
  await expect
    .poll(async () => (await listCallbacks(await getReference(payment))).map(({ state }) => state))
    .not.toContain('waiting');
  const { events, amount, fee_amount, fee_vat_amount, net_amount } = await readTransaction(payment.transaction_id);
  expect(
    events.filter(({ to_status, from_status }) => to_status === 'success' && from_status !== 'success'),
  ).toHaveLength(1);
  expect(net_amount).toBe(amount - fee_amount - fee_vat_amount);
  expect(fee_amount).toBe(Math.round((amount * 70) / 10_000));
  expect((await readPayment(payment.id)).status).toBe('paid');
}

const getReference = async ({ transaction_id }: Payment) => (await readTransaction(transaction_id)).provider_reference;

test('a callback that arrives three times is recorded once', async ({ page }) => {
  await setBankSwitches({ duplicate: 3 });
  const payment = await createPayment({ amount: 42_000 });
  await page.goto(`/transaction/${payment.transaction_id}`);
  await payCode(payment);
  await expectPaidOnce(payment);
  const callbacks = await listCallbacks(await getReference(payment));
  expect(callbacks.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Paid', { exact: true })).toHaveCount(1);
});

test('a callback that arrives before the response to the creation is recorded', async () => {
  await setBankSwitches({ callback_before_answer: true });
  const amount = await createAmount(43_000);
  const creation = createPayment({ amount });
  await expect.poll(async () => (await listOpenCodes(amount)).length).toBe(1);
  const [code] = await listOpenCodes(amount);
  await payCode({ reference_no: code?.reference_no ?? '' });
  await expectPaidOnce(await creation);
});

test('a callback with an invalid signature changes nothing; the next one with a valid signature does', async ({
  page,
}) => {
  await setBankSwitches({ wrong_signature: true });
  const payment = await createPayment({ amount: 44_000 });
  await page.goto(`/transaction/${payment.transaction_id}`);
  await payCode(payment);
  await expect
    .poll(async () => (await listCallbacks(await getReference(payment)))[0]?.last_attempts[0]?.http_status)
    .toBe(401);
  expect(await readTransaction(payment.transaction_id)).toMatchObject({
    status: 'pending',
    paid_at: null,
    fee_amount: 0,
  });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pending');
  await resetBank();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid');
  await expectPaidOnce(payment);
});

test('a payment with a wrong amount is rejected, and the timeline shows the reason', async ({ page }) => {
  await setBankSwitches({ wrong_amount: true });
  const payment = await createPayment({ amount: 45_000 });
  await page.goto(`/transaction/${payment.transaction_id}`);
  await payCode(payment);
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
    'Rejected: The bank reported Rp 45.001 instead of Rp 45.000',
  );
  expect(await readTransaction(payment.transaction_id)).toMatchObject({
    status: 'pending',
    paid_at: null,
    fee_amount: 0,
  });
});

test('a payment whose callback is lost is found by checking its status at the bank', async ({ page }) => {
  await setBankSwitches({ lost: true });
  const payment = await createPayment({ amount: 46_000 });
  await page.goto(`/transaction/${payment.transaction_id}`);
  await payCode(payment);
  await expect.poll(async () => (await listCallbacks(await getReference(payment)))[0]?.state).toBe('lost');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pending');
  await page.getByRole('button', { name: 'Check status' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid');
  await expectPaidOnce(payment);
});

test('the server is killed between callbacks and responses: no payment is lost or recorded twice', async ({
  page,
  browser_errors,
}) => {
  browser_errors.expect(/net::ERR_|Failed to load resource|Failed to fetch|network error/i);
  const payments: Payment[] = [];
  for (let count = 0; count < 6; count++) payments.push(await createPayment({ amount: 50_000 + count }));
  await page.goto(`/transaction/${payments[0]?.transaction_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pending');
  // All callbacks are sent at once: when the first is recorded, the others are between callback and response.
  const first_recorded = Promise.any(payments.map((payment) => waitUntilPaid(payment)));
  await Promise.all(payments.map(payCode));
  await first_recorded;
  await killServer();
  await expect.poll(isReady).toBe(true);
  for (const payment of payments) await expectPaidOnce(payment);
  // The open screen updates without a reload.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid', { timeout: 60_000 });
});

async function waitUntilPaid({ id }: Payment): Promise<void> {
  while ((await readPayment(id)).status !== 'paid');
}

const isReady = async (): Promise<boolean> =>
  fetch(`${DASHBOARD_URL}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('a code paid after its expiry is recorded and shown as late', async ({ page }) => {
  const payment = await getShortLivedCode();
  await page.goto(`/qris-payment/${payment.id}`);
  // The screen counts down on its own; the server must have expired the code.
  await expect.poll(async () => (await readPayment(payment.id)).status, { timeout: 110_000 }).toBe('expired');
  await expect(page.getByText('Expired', { exact: true }).first()).toBeVisible();
  await setBankSwitches({ pay_expired: true });
  await payCode(payment);
  await expectPaidOnce(payment);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid');
  await page.getByRole('link', { name: 'View transaction' }).click();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('after expiry');
  expect(await readTransaction(payment.transaction_id)).toMatchObject({ late_payment: true, status: 'success' });
});
