import type { NotificationConfiguration } from '@dasbor/contract/report-delivery';
import { describe, expect, test } from 'vitest';
import {
  type DeliveryForm,
  isChanged,
  toForm,
  getMethod,
  listMissingSftpFields,
  buildSaveBody,
  findSaveErrors,
  findTestErrors,
} from './delivery-rules.ts';

const STORED: NotificationConfiguration = {
  email_recipients: 'finance@kopi.example',
  email_delivery_enabled: true,
  sftp_delivery_enabled: true,
  sftp_host: 'sftp.kopi.example',
  sftp_port: 2222,
  sftp_username: 'kopi',
  sftp_password: '',
  sftp_password_set: true,
  sftp_host_key_fingerprint: null,
};
const NOTHING: NotificationConfiguration = {
  ...STORED,
  email_recipients: '',
  email_delivery_enabled: false,
  sftp_delivery_enabled: false,
  sftp_host: '',
  sftp_port: 22,
  sftp_username: '',
  sftp_password_set: false,
};
const FORM: DeliveryForm = {
  method: 'both',
  recipients: ['finance@kopi.example', 'owner@kopi.example'],
  host: 'sftp.kopi.example:2222',
  username: ' kopi ',
  password: 'secret',
};
const DETAILS = {
  sftp_host: 'sftp.kopi.example',
  sftp_port: 2222,
  sftp_username: 'kopi',
  sftp_password: 'secret',
};

test.each([
  [true, true, 'both'],
  [true, false, 'email'],
  [false, true, 'sftp'],
  [false, false, 'sftp'],
] as const)('spec §4: email %s and SFTP %s load as %s', (email_delivery_enabled, sftp_delivery_enabled, method) => {
  expect(getMethod({ email_delivery_enabled, sftp_delivery_enabled })).toBe(method);
});

describe('saved body', () => {
  test('spec §4: email sends the recipients and leaves SFTP off by omission', () => {
    expect(buildSaveBody({ ...FORM, method: 'email' })).toEqual({
      email_recipients: 'finance@kopi.example,owner@kopi.example',
      email_delivery_enabled: true,
    });
  });

  test('spec §4: sftp sends email disabled, SFTP enabled and its details', () => {
    expect(buildSaveBody({ ...FORM, method: 'sftp' })).toEqual({
      email_delivery_enabled: false,
      sftp_delivery_enabled: true,
      ...DETAILS,
    });
  });

  test('spec §4: both sends recipients and details with both flags true', () => {
    expect(buildSaveBody(FORM)).toEqual({
      email_recipients: 'finance@kopi.example,owner@kopi.example',
      email_delivery_enabled: true,
      sftp_delivery_enabled: true,
      ...DETAILS,
    });
  });
});

describe('validation of a save', () => {
  const no_recipient = { ...FORM, recipients: [] };
  const no_sftp = { ...FORM, host: '', username: '', password: '' };
  const RECIPIENT = { recipients: 'Please add at least one email recipient.' };
  const SFTP = { sftp: 'Please fill in all SFTP fields.' };

  test.each([
    ['email', no_recipient, RECIPIENT],
    ['email', no_sftp, {}],
    ['sftp', no_recipient, {}],
    ['sftp', no_sftp, SFTP],
    ['both', no_recipient, RECIPIENT],
    ['both', no_sftp, SFTP],
    ['both', { ...no_sftp, recipients: [] }, { ...RECIPIENT, ...SFTP }],
    ['both', FORM, {}],
  ] as const)('spec §5: method %s asks only for its own part', (method, form, problems) => {
    expect(findSaveErrors({ ...form, method, recipients: [...form.recipients] }, NOTHING)).toEqual(problems);
  });

  test.each(['host', 'username', 'password'] as const)('spec §5: SFTP without %s is incomplete', (field) => {
    const form = { ...FORM, [field]: '' };
    expect(listMissingSftpFields(form, NOTHING)).toEqual([field]);
    expect(findSaveErrors(form, NOTHING)).toEqual(SFTP);
    expect(findTestErrors(form, NOTHING)).toEqual({
      sftp: 'Please fill in all SFTP fields before testing the connection.',
    });
  });

  test('spec §5: a blank host or a port alone counts as empty', () => {
    expect(listMissingSftpFields({ ...FORM, host: '  ' }, NOTHING)).toEqual(['host']);
    expect(listMissingSftpFields({ ...FORM, host: ':2222' }, NOTHING)).toEqual(['host']);
  });

  test.each([
    ['the stored host and user name', {}, []],
    ['the stored host in other letters', { host: 'SFTP.kopi.example:2222' }, []],
    ['another port', { host: 'sftp.kopi.example:22' }, []],
    ['another host', { host: 'other.kopi.example:2222' }, ['password']],
    ['another user name', { username: 'batik' }, ['password']],
    ['another host and a new password', { host: 'other.kopi.example', password: 'new' }, []],
  ])('a stored password counts as filled for %s', (_name, part, missing) => {
    expect(listMissingSftpFields({ ...FORM, password: '', ...part }, STORED)).toEqual(missing);
  });
});

test('spec §3: a stored configuration loads into the form without its password', () => {
  expect(toForm(STORED)).toEqual({
    method: 'both',
    recipients: ['finance@kopi.example'],
    host: 'sftp.kopi.example:2222',
    username: 'kopi',
    password: '',
  });
});

test('the form is changed only while it differs from the stored configuration', () => {
  const form = toForm(STORED);
  expect(isChanged(form, STORED)).toBe(false);
  expect(isChanged({ ...form, password: 'new' }, STORED)).toBe(true);
  expect(isChanged({ ...form, recipients: [] }, STORED)).toBe(true);
});
