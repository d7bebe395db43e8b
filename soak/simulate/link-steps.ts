/** Payment links: made, opened by customers who choose a way to pay, paid once or many times. */
import { MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus, recordQrisPayment, recordVaPayment } from './context.ts';

const CHANNELS = ['QRIS', 'BNI', 'BRI'] as const;
const TYPES = ['single_use', 'multi_use', 'open_amount'] as const;

async function create(scene: SimulationContext): Promise<void> {
  const { environment: world, clock, pick, between, nextKey: name, records: book } = scene;
  const key = name();
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
  const answer = await world.call(MERCHANT_EMAIL, 'POST', '/payment-links', { body, key });
  if (!expectStatus(scene, 'createPaymentLink', answer, [201])) return;
  const { data } = answer.json<{ data: { id: string; slug: string } }>();
  book.links.push({ ...data, is_open: type === 'open_amount' });
}

interface Attempt {
  data: {
    amount: number;
    qris: { content: string } | null;
    virtual_account: { number: string } | null;
  };
}

/** A customer chooses a way; most pay at once, some leave it. */
async function visit(scene: SimulationContext): Promise<void> {
  const { environment: world, pick, between, random, nextKey: name, records: book } = scene;
  const link = pick(book.links);
  if (link === undefined) return;
  const channel = pick(CHANNELS) ?? 'QRIS';
  const body = { channel, ...(link.is_open ? { amount: between(20_000, 5_000_000) } : {}) };
  const answer = await world.call(MERCHANT_EMAIL, 'POST', `/pay/${link.slug}/attempts`, { body, key: name() });
  // 409: it is over or full; 429: visitors are slowed down; 503: the bank does not answer.
  if (!expectStatus(scene, 'startPayAttempt', answer, [201, 409, 422, 429, 503])) return;
  const { amount, qris, virtual_account } = answer.json<Attempt>().data;
  if (random() < 0.2) return;
  if (qris !== null) {
    const paid = await world.simulate('POST', '/simulate/qris/pay', { qr_content: qris.content });
    if (paid.status === 200) recordQrisPayment(scene, paid.json(), amount);
  } else if (virtual_account !== null) {
    const paid = await world.simulate('POST', '/simulate/va/pay', { va_number: virtual_account.number });
    if (paid.status === 200) recordVaPayment(scene, paid.json(), channel, amount);
  }
}

export const LINK_STEPS: Step[] = [
  { name: 'make a link', weight: 3, run: create },
  { name: 'visit a link', weight: 7, run: visit },
];
