import { screen, waitFor, within } from '@testing-library/react';
import type { Announcement, ReceivedAnnouncement } from '@dasbor/contract/announcement';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockEndpoint, recordedRequests, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const ID = 'ann_01kaj6x7v3q2m8n4p5r6s70001';
const TEXTS = {
  title_en: 'BCA maintenance',
  text_en: 'Virtual accounts of BCA are unavailable.',
  title_id: 'Pemeliharaan BCA',
  text_id: 'Virtual account BCA tidak tersedia.',
  severity: 'warning' as const,
};
const announcement = (part: Partial<Announcement> = {}): Announcement => ({
  id: ID,
  ...TEXTS,
  audience: 'all',
  group: null,
  merchants: [],
  merchant_statuses: [],
  merchant_count: 12,
  is_emailed: true,
  status: 'draft',
  starts_at: '2099-11-21T07:00:00.000Z',
  ends_at: '2099-11-22T07:00:00.000Z',
  published_at: null,
  created_by: 'Putri Maharani',
  created_at: '2026-11-20T07:00:00.000Z',
  updated_at: '2026-11-20T07:00:00.000Z',
  ...part,
});
const received = (part: Partial<ReceivedAnnouncement> = {}): ReceivedAnnouncement => ({
  id: ID,
  ...TEXTS,
  at: '2026-11-20T07:00:00.000Z',
  ends_at: '2099-11-22T07:00:00.000Z',
  is_active: true,
  ...part,
});
const readBody = (method: string) =>
  JSON.parse(recordedRequests.find((request) => request.method === method)?.body ?? '{}') as Record<string, unknown>;

describe('the provider', () => {
  beforeEach(() => {
    signIn({ role: 'platform_admin' });
    mockEndpoint('GET /announcements', () => ({ json: { data: [announcement()] as never, next_cursor: null } }));
    mockEndpoint(`GET /announcements/${ID}`, () => ({ json: { data: announcement() as never } }));
  });

  test('lists announcements with state, severity and audience', async () => {
    openApp('/announcement');
    const list = await screen.findByRole('region', { name: 'Announcements' });
    expect(await within(list).findByRole('link', { name: 'BCA maintenance' })).toBeVisible();
    expect(within(list).getByText('Draft')).toBeVisible();
    expect(within(list).getByText('Warning')).toBeVisible();
    expect(within(list).getByText('All merchants')).toBeVisible();
  });

  test('writes a draft in both languages; every missing text has an error', async () => {
    mockEndpoint('POST /announcements', () => ({ status: 201, json: { data: announcement() as never } }));
    const { user } = openApp('/announcement');
    await user.click(await screen.findByRole('button', { name: 'Create announcement' }));
    const form = await screen.findByRole('dialog', { name: 'Create announcement' });
    await user.click(within(form).getByRole('button', { name: 'Save draft' }));
    expect(await within(form).findAllByText('This field is required.')).toHaveLength(4);
    expect(requestsTo('/announcements').filter(({ method }) => method === 'POST')).toEqual([]);
    await user.type(within(form).getByLabelText(/Title in English/), TEXTS.title_en);
    await user.type(within(form).getByLabelText(/Text in English/), TEXTS.text_en);
    await user.type(within(form).getByLabelText(/Title in Indonesian/), TEXTS.title_id);
    await user.type(within(form).getByLabelText(/Text in Indonesian/), TEXTS.text_id);
    await user.click(within(form).getByRole('radio', { name: 'Warning' }));
    await user.click(within(form).getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(readBody('POST')).toMatchObject({ ...TEXTS, audience: 'all', is_emailed: false }));
    expect(await screen.findByRole('region', { name: 'Preview' })).toBeVisible();
  });

  test('previews both languages and publishes after a confirmation that names the reach', async () => {
    mockEndpoint(`POST /announcements/${ID}/publish`, () => ({
      json: { data: announcement({ status: 'scheduled' }) as never },
    }));
    const { user } = openApp(`/announcement/${ID}`);
    const preview = await screen.findByRole('region', { name: 'Preview' });
    expect(within(preview).getByText(TEXTS.text_en)).toBeVisible();
    expect(within(preview).getByText(TEXTS.text_id)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish this announcement?' });
    expect(dialog).toHaveTextContent('12 merchants will see it from 21 Nov 2099, 14:00 WIB.');
    expect(dialog).toHaveTextContent('Their users also receive it by email.');
    await user.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(requestsTo(`/announcements/${ID}/publish`)).toHaveLength(1));
  });

  test('a published announcement can only be ended', async () => {
    mockEndpoint(`GET /announcements/${ID}`, () => ({ json: { data: announcement({ status: 'active' }) as never } }));
    openApp(`/announcement/${ID}`);
    expect(await screen.findByRole('button', { name: 'End now' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  test('a role that may only read cannot create', async () => {
    signIn({ role: 'platform_finance', access: [{ group: 'Announcements', access: 'view' }] });
    openApp('/announcement');
    expect(await screen.findByRole('button', { name: 'Create announcement' })).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a merchant', () => {
  beforeEach(() => {
    signIn();
    mockEndpoint('GET /announcements/current', () => ({ json: { data: [received()] as never } }));
    mockEndpoint('GET /announcements/received', () => ({ json: { data: [received()] as never, next_cursor: null } }));
  });

  test('sees a banner on every screen, and dismisses it', async () => {
    mockEndpoint(`POST /announcements/${ID}/dismiss`, () => ({ status: 204 }));
    const { user } = openApp('/changepassword');
    const banners = await screen.findByRole('region', { name: 'Announcements from your payment provider' });
    expect(within(banners).getByText(TEXTS.text_en)).toBeVisible();
    await user.click(within(banners).getByRole('button', { name: 'Dismiss announcement: BCA maintenance' }));
    await waitFor(() => expect(screen.queryByText(TEXTS.text_en)).toBeNull());
    expect(requestsTo(`/announcements/${ID}/dismiss`)).toHaveLength(1);
  });

  test('a banner whose dismissal failed is shown again', async () => {
    mockEndpoint(`POST /announcements/${ID}/dismiss`, () => ({
      status: 500,
      json: { detail: 'Internal Server Error' },
    }));
    const { user } = openApp('/changepassword');
    await user.click(await screen.findByRole('button', { name: 'Dismiss announcement: BCA maintenance' }));
    await waitFor(() => expect(requestsTo('/announcements/current').length).toBeGreaterThan(1));
    expect(await screen.findByText(TEXTS.text_en)).toBeVisible();
  });

  test('reads it in Indonesian', async () => {
    signIn({ locale: 'id' });
    openApp('/changepassword');
    expect(await screen.findByText(TEXTS.text_id)).toBeVisible();
  });

  test('lists ended announcements', async () => {
    const ended = received({ ends_at: '2026-11-20T09:00:00.000Z', is_active: false });
    mockEndpoint('GET /announcements/current', () => ({ json: { data: [] } }));
    mockEndpoint('GET /announcements/received', () => ({ json: { data: [ended] as never, next_cursor: null } }));
    openApp('/announcement');
    const list = await screen.findByRole('list', { name: 'Announcements' });
    expect(within(list).getByText('Ended')).toBeVisible();
    expect(within(list).getByText(TEXTS.text_en)).toBeVisible();
  });

  test('opens it from the bell', async () => {
    mockEndpoint('GET /notifications', () => ({
      json: {
        data: {
          pending: [],
          recent: [
            {
              type: 'announcement',
              object_id: ID,
              transaction_id: null,
              deposit_va_id: null,
              amount: null,
              title: { en: TEXTS.title_en, id: TEXTS.title_id },
              at: '2026-11-20T07:00:00.000Z',
            },
          ],
          read_until: null,
        },
      },
    }));
    const { user } = openApp('/changepassword');
    await user.click(await screen.findByRole('button', { name: 'Notifications (1 new)' }));
    const recent = await screen.findByRole('region', { name: 'Recent' });
    const entry = within(recent).getByRole('link');
    expect(entry).toHaveTextContent('BCA maintenance');
    expect(entry).toHaveAttribute('href', '/announcement');
  });
});
