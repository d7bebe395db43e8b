/** The payment under trouble, turned on at the bank's switches: nothing is lost, and nothing is taken twice. */
import {
  callbacksOf,
  calmBank,
  createPayment,
  openCodes,
  payCode,
  readPayment,
  readTransaction,
  turnBank,
} from './api.ts';
import { expect, test } from './journey.ts';
import { DASHBOARD_URL, KOPI } from './sandbox.ts';
import { killServer } from './server-process.ts';

test.use({ user: KOPI });
test.afterEach(calmBank);

type Payment = Awaited<ReturnType<typeof createPayment>>;

/** The shortest life that a code can have: it runs out while the other journeys of this file go on. */
const SHORT_LIFE_MINUTES = 1;
let short_lived: Promise<Payment>;
test.beforeAll(() => {
  short_lived = createPayment({ amount: 41_000, expires_in_minutes: SHORT_LIFE_MINUTES });
});

const waitForStatus = (payment: Payment, status: string) =>
  expect.poll(async () => (await readTransaction(payment.transaction_id)).status).toBe(status);

/** Paid once, whatever came: one move to success, fees once, and the bank's callbacks all taken. */
async function expectPaidOnce(payment: Payment): Promise<void> {
  await waitForStatus(payment, 'success');
  await expect
    .poll(async () => (await callbacksOf(await referenceOf(payment))).map(({ state }) => state))
    .not.toContain('waiting');
  const { events, amount, fee_amount, fee_vat_amount, net_amount } = await readTransaction(payment.transaction_id);
  expect(
    events.filter(({ to_status, from_status }) => to_status === 'success' && from_status !== 'success'),
  ).toHaveLength(1);
  expect(net_amount).toBe(amount - fee_amount - fee_vat_amount);
  expect(fee_amount).toBe(Math.round((amount * 70) / 10_000));
  expect((await readPayment(payment.id)).status).toBe('paid');
}

const referenceOf = async ({ transaction_id }: Payment) => (await readTransaction(transaction_id)).provider_reference;

test('a callback that comes three times is taken once', async ({ page }) => {
  await turnBank({ duplicate: 3 });
  const payment = await createPayment({ amount: 42_000 });
  await page.goto(`/transaction/${payment.transaction_id}`);
  await payCode(payment);
  await expectPaidOnce(payment);
  const callbacks = await callbacksOf(await referenceOf(payment));
  expect(callbacks.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Success', { exact: true })).toHaveCount(1);
});

test('a callback that comes before the answer to the creation is taken', async () => {
  await turnBank({ callback_before_answer: true });
  const amount = 43_000 + (Date.now() % 1_000);
  const creation = createPayment({ amount });
  await expect.poll(async () => (await openCodes(amount)).length).toBe(1);
  const [code] = await openCodes(amount);
  await payCode({ reference_no: code?.reference_no ?? '' });
  await expectPaidOnce(await creation);
});

test('a callback with a wrong signature moves nothing; the next one with the right signature does', async ({
  page,
}) => {
  await turnBank({ wrong_signature: true });
  const payment = await createPayment({ amount: 44_000 });
  await page.goto(`/transaction/${payment.transaction_id}`);
  await payCode(payment);
  await expect
    .poll(async () => (await callbacksOf(await referenceOf(payment)))[0]?.last_attempts[0]?.http_status)
    .toBe(401);
  expect(await readTransaction(payment.transaction_id)).toMatchObject({
    status: 'pending',
    paid_at: null,
    fee_amount: 0,
  });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pending');
  await calmBank();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Success');
  await expectPaidOnce(payment);
});

test('a payment of a wrong amount is refused, and the timeline says why', async ({ page }) => {
  await turnBank({ wrong_amount: true });
  const payment = await createPayment({ amount: 45_000 });
  await page.goto(`/transaction/${payment.transaction_id}`);
  await payCode(payment);
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
    'Refused: The bank reports Rp 45001 instead of Rp 45000',
  );
  expect(await readTransaction(payment.transaction_id)).toMatchObject({
    status: 'pending',
    paid_at: null,
    fee_amount: 0,
  });
});

test('a payment whose callback is lost is found by asking the bank', async ({ page }) => {
  await turnBank({ lost: true });
  const payment = await createPayment({ amount: 46_000 });
  await page.goto(`/transaction/${payment.transaction_id}`);
  await payCode(payment);
  await expect.poll(async () => (await callbacksOf(await referenceOf(payment)))[0]?.state).toBe('lost');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pending');
  await page.getByRole('button', { name: 'Sync status' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Success');
  await expectPaidOnce(payment);
});

test('the server is killed between callbacks and answers: nothing is lost, nothing comes twice', async ({
  page,
  complaints,
}) => {
  complaints.expect(/net::ERR_|Failed to load resource|Failed to fetch|network error/i);
  const payments: Payment[] = [];
  for (let count = 0; count < 6; count++) payments.push(await createPayment({ amount: 50_000 + count }));
  await page.goto(`/transaction/${payments[0]?.transaction_id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pending');
  // All are told at the same time: when the first has arrived, the others are between callback and answer.
  const first_taken = Promise.any(payments.map((payment) => waitUntilSeenPaid(payment)));
  await Promise.all(payments.map(payCode));
  await first_taken;
  killServer();
  await expect.poll(isReady).toBe(true);
  for (const payment of payments) await expectPaidOnce(payment);
  // The open screen has noticed by itself.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Success', { timeout: 60_000 });
});

async function waitUntilSeenPaid({ id }: Payment): Promise<void> {
  while ((await readPayment(id)).status !== 'paid');
}

const isReady = async (): Promise<boolean> =>
  fetch(`${DASHBOARD_URL}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('a code that is paid after it has expired counts, and is shown as late', async ({ page }) => {
  const payment = await short_lived;
  await page.goto(`/qris-payment/${payment.id}`);
  // The screen counts down by itself; what counts is that the server has let the code expire.
  await expect.poll(async () => (await readPayment(payment.id)).status, { timeout: 110_000 }).toBe('expired');
  await expect(page.getByText('Expired', { exact: true }).first()).toBeVisible();
  await turnBank({ pay_expired: true });
  await payCode(payment);
  await expectPaidOnce(payment);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid');
  await page.getByRole('link', { name: 'Open the transaction' }).click();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('after it had expired');
  expect(await readTransaction(payment.transaction_id)).toMatchObject({ late_payment: true, status: 'success' });
});
