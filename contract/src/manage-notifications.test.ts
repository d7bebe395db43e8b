import { expect, test } from 'vitest';
import {
  ALWAYS_EDITABLE_ACTION,
  HIDDEN_ACTION,
  HIDDEN_GROUP,
  listNotificationPreferences,
  notificationPreference,
  saveNotificationPreferences,
} from './manage-notifications.ts';
import {
  SFTP_PORT_DEFAULT,
  DELIVERY_METHODS,
  EMAIL_RECIPIENTS_MAX,
  getNotificationConfiguration,
  notificationConfiguration,
  saveNotificationConfiguration,
  testSftpConnection,
} from './report-delivery.ts';
import { refreshSession } from './auth.ts';
import { API_BASE } from './route.ts';

test('spec §9: the constants of the notifications', () => {
  expect(EMAIL_RECIPIENTS_MAX).toBe(2);
  expect(SFTP_PORT_DEFAULT).toBe(22);
  expect(DELIVERY_METHODS).toEqual(['email', 'sftp', 'both']);
  expect(ALWAYS_EDITABLE_ACTION).toBe(1004);
  expect(HIDDEN_ACTION).toBe(1010);
  expect(HIDDEN_GROUP).toBe('Payment Links');
});

test('spec §3: a preference item has these fields', () => {
  const item = {
    id: 'notification_1004',
    group: null,
    notification_action: 1004,
    notification_action_label: 'Settlement report ready',
    description: null,
    is_active: true,
    is_editable: false,
  };
  expect(notificationPreference.parse(item)).toEqual(item);
  expect(Object.keys(notificationPreference.shape)).toEqual(Object.keys(item));
  for (const wrong of [{ notification_action: '1004' }, { is_active: 1 }, { is_editable: 'no' }]) {
    expect(notificationPreference.safeParse({ ...item, ...wrong }).success).toBe(false);
  }
});

test('spec §3: the preference update is a list of a number and a boolean, and of nothing else', () => {
  const { body } = saveNotificationPreferences;
  const entry = { notification_action: 1004, is_active: true };
  expect(body.parse([entry])).toEqual([entry]);
  for (const wrong of [{ notification_action: '1004' }, { is_active: 'true' }, { is_editable: true }]) {
    expect(body.safeParse([{ ...entry, ...wrong }]).success).toBe(false);
  }
});

test('spec §3: the delivery configuration has these fields', () => {
  const FIELDS = [
    'email_recipients',
    'email_delivery_enabled',
    'sftp_delivery_enabled',
    'sftp_host',
    'sftp_port',
    'sftp_username',
    'sftp_password',
  ];
  expect(Object.keys(notificationConfiguration.shape)).toEqual(expect.arrayContaining(FIELDS));
  expect(Object.keys(saveNotificationConfiguration.body.shape)).toEqual(FIELDS);
  expect(Object.keys(testSftpConnection.body.shape)).toEqual(FIELDS.slice(3));
});

test.each([
  [refreshSession, 'POST /authenticate/access-token'],
  [listNotificationPreferences, 'GET /notification-preference'],
  [saveNotificationPreferences, 'PUT /notification-preference'],
  [getNotificationConfiguration, 'GET /notification-configurations'],
  [saveNotificationConfiguration, 'PUT /notification-configurations'],
  [testSftpConnection, 'POST /notification-configurations/test-sftp-connection'],
])('spec §7: method and path: %#', (route, spelled) => {
  expect(`${route.method} ${route.path}`).toBe(spelled);
});

test('spec §7: the refresh sends access_token and is answered one', () => {
  expect(Object.keys(refreshSession.body.shape)).toEqual(['access_token']);
  expect(Object.keys(refreshSession.output.shape)).toContain('access_token');
});

test('spec §7: all calls go below the version 1 base path', () => {
  expect(API_BASE).toBe('/api/v1');
});
