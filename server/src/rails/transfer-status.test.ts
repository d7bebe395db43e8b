/** Answers of the bank about transfers: only one about this transfer, by the right code, decides anything. */
import { describe, expect, test } from 'vitest';
import type { TransferStatusResponse } from '@dasbor/contract/snap-transfer';
import type { BankOutcome } from './snap-client.ts';
import { parseTransferResponse, parseTransferStatus } from './transfer-status.ts';

const ASKED = { amount: 50_000, service: '18', partner_reference_no: 'OURS' } as const;
const buildMessage = (http_status: number) => ({ http_status }) as BankOutcome<never>['message'];
const refused = (response_code: string, http_status: number): BankOutcome<never> => ({
  kind: 'refused',
  response_code,
  detail: 'Refused',
  message: buildMessage(http_status),
});
const amount = (value: string) => ({ value, currency: 'IDR' }) as const;

describe('the answer to a transfer', () => {
  const answer = { referenceNo: 'REF', partnerReferenceNo: 'OURS', amount: amount('50000.00') };
  const parse = (change: Partial<typeof answer>) =>
    parseTransferResponse({ kind: 'ok', response: { ...answer, ...change }, message: buildMessage(200) }, ASKED).status;

  test.each([
    ['this transfer', {}, 'succeeded'],
    ['another amount', { amount: amount('50001.00') }, 'unknown'],
    ['another reference', { partnerReferenceNo: 'THEIRS' }, 'unknown'],
  ])('about %s', (_, change, status) => {
    expect(parse(change)).toBe(status);
  });

  test.each([
    ['4031805', 403, 'failed'],
    ['4091801', 409, 'unknown'],
    ['4033605', 403, 'unknown'],
    ['4031705', 403, 'unknown'],
    ['4041811', 403, 'unknown'],
  ])('refused as %s with HTTP %i', (code, http, status) => {
    expect(parseTransferResponse(refused(code, http), ASKED).status).toBe(status);
  });
});

describe('the answer to an inquiry', () => {
  const answer: TransferStatusResponse = {
    responseCode: '2003600',
    responseMessage: 'Successful',
    originalReferenceNo: 'REF',
    originalPartnerReferenceNo: 'OURS',
    serviceCode: '18',
    latestTransactionStatus: '00',
    transactionStatusDesc: 'Success',
    amount: amount('50000.00'),
  };
  const parse = (change: Partial<TransferStatusResponse>) =>
    parseTransferStatus({ kind: 'ok', response: { ...answer, ...change }, message: buildMessage(200) }, ASKED).status;

  test.each<[string, Partial<TransferStatusResponse>, string]>([
    ['this transfer', {}, 'succeeded'],
    ['a failure', { latestTransactionStatus: '06' }, 'failed'],
    ['a return', { latestTransactionStatus: '04' }, 'returned'],
    ['no such transfer', { latestTransactionStatus: '07' }, 'not_found'],
    ['another amount', { amount: amount('50001.00') }, 'unknown'],
    ['the failure of another transfer', { latestTransactionStatus: '06', originalPartnerReferenceNo: 'X' }, 'unknown'],
    ['no other transfer', { latestTransactionStatus: '07', originalPartnerReferenceNo: 'X' }, 'unknown'],
    ['another service', { serviceCode: '22' }, 'unknown'],
  ])('about %s', (_, change, status) => {
    expect(parse(change)).toBe(status);
  });

  test.each([
    ['4043601', 404, 'not_found'],
    ['4041801', 404, 'unknown'],
    ['4045101', 404, 'unknown'],
    ['4043601', 400, 'unknown'],
    ['4043616', 404, 'unknown'],
  ])('refused as %s with HTTP %i', (code, http, status) => {
    expect(parseTransferStatus(refused(code, http), ASKED).status).toBe(status);
  });
});
