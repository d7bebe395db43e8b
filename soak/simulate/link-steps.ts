/** Steps of payment links: create, and visit with or without a payment. */
import { MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus, recordQrisPayment, recordVaPayment } from './context.ts';

const CHANNELS = ['QRIS', 'BNI', 'BRI'] as const;
const TYPES = ['single_use', 'multi_use', 'open_amount'] as const;

async function create(context: SimulationContext): Promise<void> {
  const { environment, clock, pick, between, nextKey, records } = context;
  const key = nextKey();
  const type = pick(TYPES) ?? 'single_use';
  const amounts =
    type === 'open_amount' ? { min_amount: 20_000, max_amount: 5_000_000 } : { amount: between(20_000, 5_000_000) };
  const body = {
    title: 'Kopi susu',
    type,
    ...amounts,
    channels: CHANNELS,
    metadata: { step: key },
    expires_at: new Date(clock.now().getTime() + between(10, 600) * 60_000).toISOString(),
  };
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', '/payment-links', { body, key });
  if (!expectStatus(context, 'createPaymentLink', answer, [201])) return;
  const { data } = answer.json<{ data: { id: string; slug: string } }>();
  records.links.push({ ...data, is_open: type === 'open_amount' });
}

interface Attempt {
  data: {
    amount: number;
    qris: { content: string } | null;
    virtual_account: { number: string } | null;
  };
}

/** A customer selects a payment method; most pay immediately, some abandon the page. */
async function visit(context: SimulationContext): Promise<void> {
  const { environment, pick, between, random, nextKey, records } = context;
  const link = pick(records.links);
  if (link === undefined) return;
  const channel = pick(CHANNELS) ?? 'QRIS';
  const body = { channel, ...(link.is_open ? { amount: between(20_000, 5_000_000) } : {}) };
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', `/pay/${link.slug}/attempts`, { body, key: nextKey() });
  // 409: expired or fully paid; 429: rate limited; 503: the bank is unreachable.
  if (!expectStatus(context, 'startPayAttempt', answer, [201, 409, 422, 429, 503])) return;
  const { amount, qris, virtual_account } = answer.json<Attempt>().data;
  if (random() < 0.2) return;
  if (qris !== null) {
    const paid = await environment.simulate('POST', '/simulate/qris/pay', { qr_content: qris.content });
    if (paid.status === 200) recordQrisPayment(context, paid.json(), amount);
  } else if (virtual_account !== null) {
    const paid = await environment.simulate('POST', '/simulate/va/pay', { va_number: virtual_account.number });
    if (paid.status === 200) recordVaPayment(context, paid.json(), channel, amount);
  }
}

export const LINK_STEPS: Step[] = [
  { name: 'create a payment link', weight: 3, run: create },
  { name: 'visit a payment link', weight: 7, run: visit },
];
