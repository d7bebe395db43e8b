import { describe, expect, test } from 'vitest';
import { Problem } from '../http/problem.ts';
import {
  DEFAULT_CONFIGURATION,
  type StoredConfiguration,
  type ConfigurationInput,
  buildConfiguration,
  parseRecipients,
  parseHost,
} from './configuration-rules.ts';

const catchProblem = (work: () => unknown): { code: string; detail: string } => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, detail: error.message };
  }
  throw new Error('was accepted');
};

describe('spec §5: email recipients', () => {
  test.for([
    ['', []],
    ['  ', []],
    ['a@kopi.example', ['a@kopi.example']],
    [' a@kopi.example , B@kopi.example ', ['a@kopi.example', 'B@kopi.example']],
  ] as [string, string[]][])('%j is parsed', ([field, recipients]) => {
    expect(parseRecipients(field)).toEqual(recipients);
  });

  test.for([
    ['a@x.example,b@x.example,c@x.example', 'You can only add up to 2 email recipients.'],
    ['a@x.example,A@X.example', 'This email is already added.'],
    ['a@x.example,', 'Email cannot be empty.'],
    ['a@x.example, ,b@x.example', 'Email cannot be empty.'],
    ['nonsense', "'nonsense' is not a valid email address."],
    ['A <a@x.example>', "'A <a@x.example>' is not a valid email address."],
    ['a@x.example;b@x.example', "'a@x.example;b@x.example' is not a valid email address."],
    ['a@x.example\r\nBcc: b@x.example', 'An email address cannot contain line breaks.'],
    ['a@x.example\n', 'An email address cannot contain line breaks.'],
    ['a@x.example\0', 'An email address cannot contain line breaks.'],
  ] as [string, string][])('%j is rejected', ([field, detail]) => {
    expect(catchProblem(() => parseRecipients(field))).toEqual({ code: 'invalid_recipients', detail });
  });
});

describe('delivery configuration', () => {
  const stored: StoredConfiguration = {
    ...DEFAULT_CONFIGURATION,
    email_recipients: 'a@x.example',
    sftp_delivery_enabled: true,
    sftp_host: 'sftp.x.example',
    sftp_port: 2222,
    sftp_username: 'kopi',
    sftp_password_encrypted: 'sealed(old)',
    sftp_host_key: 'pinned',
  };
  const save = (input: Partial<ConfigurationInput>, before = stored) =>
    buildConfiguration(
      before,
      { email_delivery_enabled: false, sftp_delivery_enabled: false, ...input },
      (password) => `sealed(${password})`,
    );

  test('spec §4: saving with email switches SFTP off by omission and keeps its details', () => {
    expect(save({ email_delivery_enabled: true, email_recipients: 'b@x.example' })).toEqual({
      ...stored,
      email_delivery_enabled: true,
      sftp_delivery_enabled: false,
      email_recipients: 'b@x.example',
    });
  });

  test('spec §4: saving with both keeps both flags true', () => {
    const after = save({ email_delivery_enabled: true, sftp_delivery_enabled: true });
    expect(after).toMatchObject({ email_delivery_enabled: true, sftp_delivery_enabled: true });
  });

  test('spec §5: email method with no recipients is rejected', () => {
    expect(catchProblem(() => save({ email_delivery_enabled: true, email_recipients: '' }))).toEqual({
      code: 'invalid_recipients',
      detail: 'Please add at least one email recipient.',
    });
  });

  test.for([
    ['host', { sftp_host: '' }],
    ['username', { sftp_username: '' }],
    ['password', { sftp_host: 'other.x.example', sftp_password: '' }],
  ] as [string, Partial<ConfigurationInput>][])('spec §5: SFTP method without %s is rejected', ([, input]) => {
    expect(catchProblem(() => save({ sftp_delivery_enabled: true, ...input }))).toEqual({
      code: 'sftp_details_missing',
      detail: 'Please fill in all SFTP fields.',
    });
  });

  test('an empty password keeps the stored one', () => {
    expect(save({ sftp_delivery_enabled: true, sftp_password: '' })).toMatchObject({
      sftp_password_encrypted: 'sealed(old)',
      sftp_host_key: 'pinned',
    });
  });

  test('spec §9: the SFTP port defaults to 22', () => {
    expect(save({ sftp_host: 'sftp.x.example' }, DEFAULT_CONFIGURATION).sftp_port).toBe(22);
    expect(save({ sftp_host: 'other.x.example' }).sftp_port).toBe(22);
    expect(save({ sftp_host: stored.sftp_host }).sftp_port).toBe(22);
    expect(save({}).sftp_port).toBe(2222);
  });

  test.for([
    ['another host', { sftp_host: 'other.x.example' }, null, null],
    ['another host with a new password', { sftp_host: 'other.x.example', sftp_password: 'new' }, 'sealed(new)', null],
    ['another username', { sftp_username: 'batik' }, null, null],
    ['another username with a new password', { sftp_username: 'batik', sftp_password: 'new' }, 'sealed(new)', null],
    ['another port', { sftp_port: 22 }, 'sealed(old)', null],
    ['a new password', { sftp_password: 'new' }, 'sealed(new)', 'pinned'],
    ['the same host in upper case', { sftp_host: 'SFTP.X.example', sftp_port: 2222 }, 'sealed(old)', 'pinned'],
  ] as [string, Partial<ConfigurationInput>, string | null, string | null][])(
    'secrets after %s',
    ([, input, password, key]) => {
      expect(save(input)).toMatchObject({ sftp_password_encrypted: password, sftp_host_key: key });
    },
  );

  test('the key of a successful test is pinned when the tested server is saved next', () => {
    const tested = { ...stored, sftp_tested_endpoint: 'new.x.example:22', sftp_tested_host_key: 'seen' };
    const input = { sftp_host: 'new.x.example', sftp_port: 22, sftp_password: 'new' };
    expect(save(input, tested)).toMatchObject({ sftp_host_key: 'seen', sftp_tested_endpoint: null });
    expect(save({ ...input, sftp_port: 2022 }, tested)).toMatchObject({ sftp_host_key: null });
    expect(save({}, tested)).toMatchObject({ sftp_host_key: 'pinned' });
  });

  test('spec §5: a host with a port is rejected with instructions', () => {
    expect(catchProblem(() => parseHost('sftp.x.example:2222'))).toEqual({
      code: 'host_not_allowed',
      detail: 'Enter the host without the port. The port has its own field.',
    });
    expect(parseHost('2606:4700::1')).toBe('2606:4700::1');
  });
});
