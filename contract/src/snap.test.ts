import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isSnapSuccess,
  parseResponseCode,
  qrGenerateRequest,
  qrNotifyRequest,
  qrQueryResponse,
  formatResponseCode,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  snapAmount,
  snapResponse,
  buildSnapResponse,
} from './snap.ts';
import { minifyJson, tokenStringToSign, transactionStringToSign } from './snap-signature.ts';

describe('response codes', () => {
  test.each([
    [formatResponseCode(200, '47', '00'), '2004700'],
    [formatResponseCode(401, '73', '00'), '4017300'],
    [buildSnapResponse('duplicate_partner_reference', '47').responseCode, '4094701'],
    [buildSnapResponse('transaction_not_found', '51').responseCode, '4045101'],
    [buildSnapResponse('successful', '52').responseCode, '2005200'],
  ])('%s is %s', (made, wanted) => expect(made).toBe(wanted));

  test('every response of the table matches the schema and parses back', () => {
    for (const response of Object.keys(SNAP_RESPONSES) as (keyof typeof SNAP_RESPONSES)[]) {
      const answer = snapResponse.parse(buildSnapResponse(response, SNAP_SERVICES.qr_mpm_notify, 'field'));
      const { http, case: case_code } = SNAP_RESPONSES[response];
      expect(parseResponseCode(answer.responseCode)).toEqual({ http, service: '52', case: case_code });
    }
  });
  test('response codes are unique', () => {
    const codes = Object.values(SNAP_RESPONSES).map((response) => `${response.http}${response.case}`);
    expect(new Set(codes).size).toBe(codes.length);
  });
  test('a message names the field and stays within 150 characters', () => {
    expect(buildSnapResponse('missing_field', '47', 'amount').responseMessage).toBe('Invalid Mandatory Field amount');
    expect(buildSnapResponse('invalid_format', '47', 'x'.repeat(300)).responseMessage).toHaveLength(150);
  });
  test.each(['200470', '20047000', '20047 0', ''])('%j is not a response code', (code) =>
    expect(parseResponseCode(code)).toBeNull(),
  );
  test.each([
    [200, '2005200', true],
    [500, '2005200', false],
    [302, '2005200', false],
    [200, '5005200', false],
    [200, '2004700', false],
  ])('HTTP %i with %s: success is %s', (http, code, success) => expect(isSnapSuccess(http, code, '52')).toBe(success));
});

describe('strings to sign', () => {
  test('token: client key and time', () => {
    expect(tokenStringToSign('key-1', '2026-11-21T14:05:00+07:00')).toBe('key-1|2026-11-21T14:05:00+07:00');
  });
  test('transaction: method, url, token, lower-case hash, time', () => {
    const text = transactionStringToSign({
      method: 'post',
      relative_url: '/snap/v1.0/qr/qr-mpm-notify',
      access_token: 'token',
      body_sha256_hex: 'ABCDEF',
      timestamp: '2026-11-21T14:05:00+07:00',
    });
    expect(text).toBe('POST:/snap/v1.0/qr/qr-mpm-notify:token:abcdef:2026-11-21T14:05:00+07:00');
  });
  test('minifying removes white space outside strings only', () => {
    expect(minifyJson('{ "a b" : [ 1 ,\n\t2 ], "c": " \\" d " }')).toBe('{"a b":[1,2],"c":" \\" d "}');
    expect(minifyJson('')).toBe('');
  });
  test('minifying reverses pretty printing and keeps minified text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const minified = JSON.stringify(value);
        expect(minifyJson(JSON.stringify(value, null, 2))).toBe(minified);
        expect(minifyJson(minified)).toBe(minified);
      }),
    );
  });
});

describe('schemas', () => {
  const generate = {
    partnerReferenceNo: 'txn_1',
    amount: { value: '10000.00', currency: 'IDR' },
    merchantId: 'ID1020000000017',
    validityPeriod: '2026-11-21T14:20:00+07:00',
    additionalInfo: { merchantName: 'Kopi Nusantara', merchantCity: 'Jakarta', mcc: '5814', criteria: 'UMI' },
  };
  const info = { issuerName: 'GoPay', rrn: '1', approvalCode: '2', payerName: 'Sari', paidAt: generate.validityPeriod };

  test('generate', () => expect(qrGenerateRequest.parse(generate)).toEqual(generate));
  test.each([
    ['no reference', { partnerReferenceNo: '' }],
    ['a reference of 65', { partnerReferenceNo: 'r'.repeat(65) }],
    ['a merchant ID that is not an NMID', { merchantId: 'ID1' }],
    ['a time without an offset', { validityPeriod: '2026-11-21T14:20:00' }],
  ])('generate refuses %s', (_what, change) => {
    expect(qrGenerateRequest.safeParse({ ...generate, ...change }).success).toBe(false);
  });
  test.each(['10000', '10000.0', '-1.00', '1e3.00', '10,000.00'])('%s is not an amount', (value) => {
    expect(snapAmount.safeParse({ value, currency: 'IDR' }).success).toBe(false);
  });
  test('notify and query', () => {
    const payment = {
      amount: generate.amount,
      latestTransactionStatus: '00',
      transactionStatusDesc: 'Success',
    } as const;
    const numbers = { originalReferenceNo: 'b1', originalPartnerReferenceNo: 'txn_1' };
    expect(qrNotifyRequest.safeParse({ ...numbers, ...payment, additionalInfo: info }).success).toBe(true);
    expect(qrNotifyRequest.safeParse({ ...numbers, ...payment, latestTransactionStatus: '08' }).success).toBe(false);
    const waiting = { ...buildSnapResponse('successful', '51'), ...numbers, ...payment, serviceCode: '47' };
    expect(qrQueryResponse.safeParse(waiting).success).toBe(true);
  });
});
