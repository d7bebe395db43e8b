/** The SMS gateway: its payload, its failures, and what never leaves or is logged. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSmsGateway } from './gateway.ts';

const SMS = { to: '+6281234567890', text: '123456 is your Dasbor code.', message_id: 'sms_1' };
let server: Server;
let url: string;
let status = 202;
let received: { headers: Record<string, unknown>; body: unknown }[] = [];
const data_dir = mkdtempSync(join(tmpdir(), 'dasbor-sms-'));

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body: JSON.parse(text) });
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
});
afterAll(() => {
  server.close();
  rmSync(data_dir, { recursive: true, force: true });
});
beforeEach(() => {
  status = 202;
  received = [];
});
const gateway = (SMS_URL: string | undefined = url, SANDBOX = false) =>
  createSmsGateway({ SMS_URL, SMS_TOKEN: 'secret-token', SANDBOX, DATA_DIR: data_dir });

describe('the SMS gateway', () => {
  test('posts the documented payload with the bearer token', async () => {
    await gateway().send(SMS);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ headers: { authorization: 'Bearer secret-token' }, body: SMS });
  });

  test.each([
    [400, 'refused'],
    [401, 'refused'],
    [409, 'temporary'],
    [429, 'temporary'],
    [500, 'temporary'],
    [503, 'temporary'],
    [302, 'temporary'],
  ])('status %s is %s', async (answer, code) => {
    status = answer;
    await expect(gateway().send(SMS)).rejects.toMatchObject({ code });
    expect(received).toHaveLength(1);
  });

  test('an unreachable gateway is temporary; errors carry neither the number nor the text', async () => {
    const failure = await gateway('http://127.0.0.1:9/')
      .send(SMS)
      .catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ code: 'temporary' });
    expect(String(failure)).not.toMatch(/123456|81234567890|secret-token/);
  });

  test.each(['081234567890', '+0812', '+62 812', '6281234567890', '+6281234567890\r\nBcc: x'])(
    'a number that is not in E.164 form is refused locally: %s',
    async (to) => {
      await expect(gateway().send({ ...SMS, to })).rejects.toMatchObject({ code: 'invalid' });
      expect(received).toEqual([]);
    },
  );

  test('without a gateway nothing is sent outside the sandbox; in it the mailbox keeps the message', async () => {
    const none = createSmsGateway({ SMS_URL: undefined, SMS_TOKEN: undefined, SANDBOX: false, DATA_DIR: data_dir });
    expect(none.is_configured).toBe(false);
    await expect(none.send(SMS)).rejects.toMatchObject({ code: 'not_configured' });
    await createSmsGateway({ SMS_URL: undefined, SMS_TOKEN: undefined, SANDBOX: true, DATA_DIR: data_dir }).send(SMS);
    const [file] = readdirSync(join(data_dir, 'mailbox'));
    expect(readFileSync(join(data_dir, 'mailbox', file!), 'utf8')).toContain('X-Channel: sms');
  });
});
