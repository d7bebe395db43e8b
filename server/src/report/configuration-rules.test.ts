import { describe, expect, test } from 'vitest';
import { Problem } from '../http/problem.ts';
import {
  DEFAULT_CONFIGURATION,
  type Preference,
  type StoredConfiguration,
  type ConfigurationInput,
  changedSwitches,
  isActive,
  buildConfiguration,
  parseRecipients,
  parseHost,
} from './configuration-rules.ts';

const item = (code: number, more: Partial<Preference> = {}): Preference => ({
  code,
  label: `Action ${code}`,
  is_active: true,
  is_editable: true,
  is_security: false,
  ...more,
});
const off = (notification_action: number) => ({ notification_action, is_active: false });
const refusal = (work: () => unknown): { code: string; detail: string } => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, detail: error.message };
  }
  throw new Error('was not refused');
};

describe('preferences', () => {
  test('spec §9: security e-mails cannot be disabled, whatever is stored', () => {
    expect(isActive(true, false, true)).toBe(true);
    expect(isActive(false, false, true)).toBe(false);
    expect(isActive(false, null, true)).toBe(true);
    const answer = refusal(() => changedSwitches([item(1001, { is_editable: false, is_security: true })], [off(1001)]));
    expect(answer).toEqual({
      code: 'notification_not_editable',
      detail: "Security e-mails cannot be disabled: 'Action 1001'.",
    });
  });

  test('spec §9: action 1004 is always in the editable set', () => {
    expect(changedSwitches([item(1004, { is_editable: false })], [off(1004)])).toEqual([off(1004)]);
    expect(refusal(() => changedSwitches([item(1005, { is_editable: false })], [off(1005)])).code).toBe(
      'notification_not_editable',
    );
  });

  test('an item that is not editable may be sent as it is', () => {
    const fixed = item(1005, { is_editable: false });
    expect(changedSwitches([fixed, item(1006)], [{ notification_action: 1005, is_active: true }, off(1006)])).toEqual([
      off(1006),
    ]);
  });

  test('unknown codes are ignored, and the last of two counts', () => {
    expect(
      changedSwitches([item(1006)], [off(9999), off(1006), { notification_action: 1006, is_active: true }]),
    ).toEqual([]);
  });
});

describe('spec §5: email recipients', () => {
  test.for([
    ['', []],
    ['  ', []],
    ['a@kopi.example', ['a@kopi.example']],
    [' a@kopi.example , B@kopi.example ', ['a@kopi.example', 'B@kopi.example']],
  ] as [string, string[]][])('%j is read', ([field, recipients]) => {
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
    ['a@x.example\r\nBcc: b@x.example', 'An e-mail address may not contain line breaks.'],
    ['a@x.example\n', 'An e-mail address may not contain line breaks.'],
    ['a@x.example\0', 'An e-mail address may not contain line breaks.'],
  ] as [string, string][])('%j is refused', ([field, detail]) => {
    expect(refusal(() => parseRecipients(field))).toEqual({ code: 'invalid_recipients', detail });
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
  const save = (wanted: Partial<ConfigurationInput>, before = stored) =>
    buildConfiguration(
      before,
      { email_delivery_enabled: false, sftp_delivery_enabled: false, ...wanted },
      (password) => `sealed(${password})`,
    );

  test('spec §4: saving with email leaves SFTP off by omission, and its details survive', () => {
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

  test('spec §5: email method with no recipients is refused', () => {
    expect(refusal(() => save({ email_delivery_enabled: true, email_recipients: '' }))).toEqual({
      code: 'invalid_recipients',
      detail: 'Please add at least one email recipient.',
    });
  });

  test.for([
    ['host', { sftp_host: '' }],
    ['username', { sftp_username: '' }],
    ['password', { sftp_host: 'other.x.example', sftp_password: '' }],
  ] as [string, Partial<ConfigurationInput>][])('spec §5: SFTP method without %s is refused', ([, wanted]) => {
    expect(refusal(() => save({ sftp_delivery_enabled: true, ...wanted }))).toEqual({
      code: 'sftp_details_missing',
      detail: 'Please fill in all SFTP fields.',
    });
  });

  test('a stored password counts as filled, and an empty one keeps it', () => {
    expect(save({ sftp_delivery_enabled: true, sftp_password: '' })).toMatchObject({
      sftp_password_encrypted: 'sealed(old)',
      sftp_host_key: 'pinned',
    });
  });

  test('spec §9: the SFTP port is 22 when nothing else was said', () => {
    expect(save({ sftp_host: 'sftp.x.example' }, DEFAULT_CONFIGURATION).sftp_port).toBe(22);
  });

  test.for([
    ['another host', { sftp_host: 'other.x.example' }, null, null],
    ['another host with a new password', { sftp_host: 'other.x.example', sftp_password: 'new' }, 'sealed(new)', null],
    ['another user name', { sftp_username: 'batik' }, null, null],
    [
      'another user name with a new password',
      { sftp_username: 'batik', sftp_password: 'new' },
      'sealed(new)',
      'pinned',
    ],
    ['another port', { sftp_port: 22 }, 'sealed(old)', null],
    ['a new password', { sftp_password: 'new' }, 'sealed(new)', 'pinned'],
    ['the same host in capitals', { sftp_host: 'SFTP.X.example' }, 'sealed(old)', 'pinned'],
  ] as [string, Partial<ConfigurationInput>, string | null, string | null][])(
    'secrets after %s',
    ([, wanted, password, key]) => {
      expect(save(wanted)).toMatchObject({ sftp_password_encrypted: password, sftp_host_key: key });
    },
  );

  test('the key of a successful test is pinned when the tested server is saved next', () => {
    const tested = { ...stored, sftp_tested_endpoint: 'new.x.example:22', sftp_tested_host_key: 'seen' };
    const wanted = { sftp_host: 'new.x.example', sftp_port: 22, sftp_password: 'new' };
    expect(save(wanted, tested)).toMatchObject({ sftp_host_key: 'seen', sftp_tested_endpoint: null });
    expect(save({ ...wanted, sftp_port: 2022 }, tested)).toMatchObject({ sftp_host_key: null });
    expect(save({}, tested)).toMatchObject({ sftp_host_key: 'pinned' });
  });

  test('spec §5: a host that carries its port is refused with what to do instead', () => {
    expect(refusal(() => parseHost('sftp.x.example:2222'))).toEqual({
      code: 'host_not_allowed',
      detail: 'Enter the host without its port; the port has a field of its own.',
    });
    expect(parseHost('2606:4700::1')).toBe('2606:4700::1');
  });
});
