/** The bank that notifies payments of a sticker: signs each notification and sends it until it is acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { QrNotifyRequest } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import { readCredentials } from '../../bank/src/credentials.ts';
import { createPartnerClient } from '../../bank/src/partner-client.ts';
import type { LoadObserver, MoneyRecords } from './records.ts';

const RETRY_MS = 100;
const REFUSED_RETRY_MS = 1_000;

export interface NotifierOptions {
  /** Address of the server. */
  url: string;
  /** The file with the bank's credentials. */
  credentials_file: string;
  /** Our reference of the sticker. */
  partner_reference_no: string;
  records: MoneyRecords;
  observer: LoadObserver;
}

/** Returns a client that notifies payments one after the other until `isOver`; several may run at the same time. */
export function createNotifier({ url, credentials_file, partner_reference_no, records, observer }: NotifierOptions) {
  const { client_key, client_secret, partner_public_key_pem, ...callback } = readCredentials(credentials_file);
  const partner = { client_key, is_first: true, client_secrets: [client_secret], partner_public_key_pem, callback };
  const client = createPartnerClient(
    () => url,
    () => new Date(),
  );
  let attempts = 0;
  return async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const number = records.sent.size + 1;
      const amount = 1_000 + (number % 100_000);
      const reference = `SOAK${String(number).padStart(12, '0')}`;
      records.sent.set(reference, amount);
      const body = JSON.stringify(buildNotification({ reference, number, amount, partner_reference_no }));
      for (;;) {
        const started_at = performance.now();
        const answer = await client.notify(
          partner,
          { call: 'qr_mpm_notify', body },
          { attempt_id: ++attempts, wrong_signature: false },
        );
        const { delivered, http_status: status, response_code, detail } = answer;
        observer.onAnswer({
          from: 'callbacks',
          status,
          text: `${response_code} ${detail}`,
          retry_after: null,
          started_at,
        });
        if (delivered) break;
        // A refused signature counts against the address, which the merchant of the load shares.
        await sleep(status === 401 || status === 429 ? REFUSED_RETRY_MS : RETRY_MS);
      }
      records.notified.set(reference, amount);
    }
  };
}

function buildNotification(payment: {
  reference: string;
  number: number;
  amount: number;
  partner_reference_no: string;
}): QrNotifyRequest {
  return {
    originalReferenceNo: payment.reference,
    originalPartnerReferenceNo: payment.partner_reference_no,
    latestTransactionStatus: '00',
    transactionStatusDesc: 'Success',
    amount: { value: `${payment.amount}.00`, currency: 'IDR' },
    additionalInfo: {
      issuerName: 'GoPay',
      issuerCode: '93600914',
      rrn: String(payment.number).padStart(12, '0'),
      approvalCode: '123456',
      payerName: 'SARI W***',
      paidAt: toSnapTime(new Date()),
    },
  };
}
