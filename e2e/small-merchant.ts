/** The sandbox's small merchant: its payments, and their early settlement by the provider. */
import { payCode } from './api.ts';
import { BATIK, DASHBOARD_URL } from './sandbox.ts';
import { sharedSession } from './session.ts';

/** Batik Lestari of the sandbox. */
const BATIK_ID = 'mer_01k0bat1k1estar1000000000x';

/** Creates a QRIS payment of the small merchant and pays it at the bank. */
export async function paySmallMerchant(amount: number): Promise<void> {
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

/** Settles all payments of the small merchant early; returns the status, 422 while there are none. */
export async function settleEarly(): Promise<number> {
  const { access_token } = await sharedSession('platform_admin@dasbor.example');
  const answer = await fetch(`${DASHBOARD_URL}/api/v1/merchants/${BATIK_ID}/settlements/early`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'idempotency-key': crypto.randomUUID() },
  });
  return answer.status;
}

/** Disables report delivery, by default of the small merchant, and removes its recipients; returns the status. */
export async function disableDelivery(email = BATIK): Promise<number> {
  const { access_token } = await sharedSession(email);
  const answer = await fetch(`${DASHBOARD_URL}/api/v1/notification-configurations`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      email_recipients: '',
      email_delivery_enabled: false,
      sftp_delivery_enabled: false,
      sftp_host: '',
      sftp_username: '',
    }),
  });
  return answer.status;
}
