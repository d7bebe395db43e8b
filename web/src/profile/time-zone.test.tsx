import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { currentTimeZone } from '../ui/time-zone.ts';

setUpMockServer();

const WIT = 'Asia/Jayapura';
const AGENT = 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0';

beforeEach(() => {
  mockEndpoint('GET /profile/details', () => ({
    json: { data: { phone: null, is_phone_verified: false, password_changed_at: null, roles: [] } },
  }));
  mockEndpoint('GET /sessions', () => ({
    json: {
      data: [
        {
          id: 'ses_1',
          user_agent: AGENT,
          ip: '203.0.113.5',
          city: null,
          created_at: '2026-11-21T16:30:00.000Z',
          last_seen_at: '2026-11-21T16:30:00.000Z',
          is_current: true,
        },
      ],
    },
  }));
  mockEndpoint('GET /sign-in-events', () => ({
    json: {
      data: [
        {
          id: 'sie_1',
          at: '2026-11-21T16:30:00.000Z',
          ip: '203.0.113.5',
          user_agent: AGENT,
          result: 'succeeded',
          reason: null,
        },
      ],
      next_cursor: null,
    },
  }));
});

const findTime = (text: string) =>
  waitFor(() => expect([...document.querySelectorAll('time')].map(({ textContent }) => textContent)).toContain(text));

const openZones = async (user: ReturnType<typeof openApp>['user'], label: string) =>
  user.click(await screen.findByRole('combobox', { name: label }));

test('domain 1.16: the zone is saved at once, and every time on the screen changes without a reload', async () => {
  signIn();
  mockEndpoint('PUT /profile', ({ body }) => {
    const { time_zone } = JSON.parse(body) as { time_zone: typeof WIT };
    signIn({ time_zone });
    return { json: {} };
  });
  const { user } = openApp('/profile');
  await findTime('21 Nov 2026, 23:30 WIB');
  await openZones(user, 'Time zone');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'WIB – Western Indonesia Time (UTC+7)',
    'WITA – Central Indonesia Time (UTC+8)',
    'WIT – Eastern Indonesia Time (UTC+9)',
  ]);
  await user.click(await screen.findByRole('option', { name: /^WIT –/ }));
  expect(await screen.findByText('Time zone updated')).toBeVisible();
  await findTime('22 Nov 2026, 01:30 WIT');
  expect(document.querySelector('time')).not.toHaveTextContent('WIB');
  const sent = requestsTo('/profile').findLast(({ method }) => method === 'PUT');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ time_zone: WIT });
  expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue('WIT – Eastern Indonesia Time (UTC+9)');
});

test('a zone that cannot be saved is not shown', async () => {
  signIn();
  mockEndpoint('PUT /profile', () => ({ status: 503, json: { detail: 'Try again later.' } }));
  const { user } = openApp('/profile');
  await openZones(user, 'Time zone');
  await user.click(await screen.findByRole('option', { name: /^WITA/ }));
  expect(await screen.findByText('Try again later.')).toBeVisible();
  expect(currentTimeZone()).toBe('Asia/Jakarta');
  const field = screen.getByRole('combobox', { name: 'Time zone' });
  await waitFor(() => expect(field).toHaveValue('WIB – Western Indonesia Time (UTC+7)'));
});

test('the preferences have the zone too, in Indonesian', async () => {
  signIn({ locale: 'id', time_zone: WIT });
  mockEndpoint('GET /file-settings', () => ({
    json: { data: { csv_delimiter: ',', report_format: 'csv', report_language: null, updated_at: null } },
  }));
  openApp('/settings?tab=preferences');
  expect(await screen.findByRole('combobox', { name: 'Zona waktu' })).toHaveValue(
    'WIT – Waktu Indonesia Timur (UTC+9)',
  );
  expect(screen.getByRole('tab', { name: 'Preferensi' })).toHaveAttribute('aria-selected', 'true');
  expect(findEnglishTexts()).toEqual([]);
});

test('an old link to the preferences opens them', async () => {
  signIn();
  mockEndpoint('GET /file-settings', () => ({
    json: { data: { csv_delimiter: ',', report_format: 'csv', report_language: null, updated_at: null } },
  }));
  openApp('/settings?tab=language');
  expect(await screen.findByRole('tab', { name: 'Preferences' })).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByRole('combobox', { name: 'Time zone' })).toBeVisible();
});
