/** The sandbox's small shop: payments of it, and the provider who settles them before their time. */
import { payCode } from './api.ts';
import { BATIK, DASHBOARD_URL } from './sandbox.ts';
import { sharedSession } from './session.ts';

/** Batik Lestari, as the sandbox makes it. */
const BATIK_ID = 'mer_01k0bat1k1estar1000000000x';

/** A QRIS payment of the small shop, paid at the bank. */
export async function payShop(amount: number): Promise<void> {
  const { access_token } = await sharedSession(BATIK);
  const answer = await fetch(`${DASHBOARD_URL}/api/v1/qris-payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ amount }),
  });
  await payCode(((await answer.json()) as { data: { qr_content: string } }).data);
}

/** The provider settles all that the small shop was paid; answers the status, 422 while nothing is there. */
export async function settleShopEarly(): Promise<number> {
  const { access_token } = await sharedSession('platform_admin@dasbor.example');
  const answer = await fetch(`${DASHBOARD_URL}/api/v1/merchants/${BATIK_ID}/settlements/early`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'idempotency-key': crypto.randomUUID() },
  });
  return answer.status;
}

/** Reports of the small shop are sent no more; answers the status. */
export async function switchDeliveryOff(): Promise<number> {
  const { access_token } = await sharedSession(BATIK);
  const answer = await fetch(`${DASHBOARD_URL}/api/v1/notification-configurations`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email_delivery_enabled: false, sftp_delivery_enabled: false }),
  });
  return answer.status;
}
