import type { ReportRun } from '@dasbor/contract/report';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { buildRun } from '../test/manage-notifications-screen.tsx';
import { mockEndpoint, requestsTo, setUpMockServer, mockReadFailure } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const SCHEDULE = {
  report_type: 'transactions',
  is_on: true,
  frequency: 'daily',
  hour: 6,
  weekday: null,
  month_day: null,
  format: 'csv',
  delimiter: ',',
  language: 'en',
  next_at: '2026-11-22T23:00:00.000Z',
  updated_at: null,
} as const;
let runs: ReportRun[];
beforeEach(() => {
  signIn();
  runs = [buildRun()];
  mockEndpoint('GET /report-runs', () => ({ json: { data: runs, next_cursor: null } }));
  mockEndpoint('GET /report-schedules', () => ({ json: { data: [SCHEDULE], channels: ['email'] } }));
  mockEndpoint('GET /settlements', () => ({ json: { data: [], next_cursor: null } }));
});
const open = async () => {
  const opened = openApp('/changepassword?files=reports');
  await screen.findByRole('dialog', { name: 'Exports and reports' });
  return opened;
};
const posts = (path: string) => requestsTo(path).filter(({ method }) => method === 'POST');

test('the history shows each report with its file and the state of its delivery', async () => {
  runs = [
    buildRun(),
    buildRun({
      id: 'rrun_01jd0000000000000000000001',
      status: 'retrying',
      email_status: 'waiting',
      email_error: 'The mail server did not respond.',
      email_delivered_at: null,
    }),
  ];
  await open();
  const list = await screen.findByRole('list', { name: 'Reports' });
  const items = within(list)
    .getAllByRole('listitem')
    .filter((each) => each.parentElement === list);
  expect(items).toHaveLength(2);
  expect(items[0]).toHaveTextContent('net Rp 1.250.000');
  expect(items[1]).toHaveTextContent('The mail server did not respond.');
});

test('the filters of the history apply together and can be cleared', async () => {
  runs = [];
  const { user } = await open();
  await screen.findByText('No reports yet');
  await user.click(screen.getByRole('button', { name: 'Type' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Refunds' }));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Status' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Failed' }));
  await waitFor(() => {
    const query = new URLSearchParams(requestsTo('/report-runs').at(-1)?.query);
    expect([query.get('report_type'), query.get('status')]).toEqual(['refund', 'failed']);
  });
  expect(await screen.findByText('No reports match these filters.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('No reports yet')).toBeVisible();
});

test('only types of reports are offered whose rows the role may read', async () => {
  signIn({
    access: [
      { group: 'Reports', access: 'view' },
      { group: 'Refunds', access: 'view' },
    ],
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Type' }));
  await screen.findByRole('checkbox', { name: 'Refunds' });
  expect(screen.getAllByRole('checkbox')).toHaveLength(['settlement', 'refund'].length);
});

test('a failed history shows the error of the server, and a retry that works', async () => {
  mockReadFailure('GET /report-runs');
  const { user } = await open();
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  mockEndpoint('GET /report-runs', () => ({ json: { data: runs, next_cursor: null } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('list', { name: 'Reports' })).toBeVisible();
});

test('reliability 4.1: a report is requested with the same key after a failure, and with a new one after a refusal', async () => {
  const answers = [
    { status: 503, json: { detail: 'Try again.', code: 'unavailable' } },
    { status: 422, json: { detail: 'No delivery is configured.', code: 'delivery_not_configured' } },
    { status: 202, json: { data: buildRun({ status: 'scheduled' }) as never } },
  ];
  mockEndpoint('POST /report-runs', () => answers[posts('/report-runs').length - 1] ?? { status: 500 });
  const { user } = await open();
  await user.click(screen.getByRole('tab', { name: 'New report' }));
  const form = await screen.findByRole('form', { name: 'New report' });
  await user.click(await within(form).findByRole('checkbox', { name: /^Email/ }));
  const submit = within(form).getByRole('button', { name: 'Create report' });
  await user.click(submit);
  expect(await screen.findByText('Try again.')).toBeVisible();
  await user.click(submit);
  expect(await screen.findByText('No delivery is configured.')).toBeVisible();
  await user.click(submit);
  expect(await screen.findByText('The report is being generated')).toBeVisible();
  const keys = posts('/report-runs').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(JSON.parse(posts('/report-runs')[0]?.body ?? '')).toMatchObject({
    report_type: 'transactions',
    format: 'csv',
    channels: ['email'],
  });
});

test('the days of a report are validated', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('tab', { name: 'New report' }));
  const last = await screen.findByLabelText('Last day (WIB) (required)');
  await user.clear(last);
  await user.type(last, '2020-01-01');
  await user.click(screen.getByRole('button', { name: 'Create report' }));
  expect(await screen.findByText('The first day must not be after the last day.')).toBeVisible();
  expect(posts('/report-runs')).toHaveLength(0);
});

test('a schedule is changed in its place; the error of the server is reported', async () => {
  mockEndpoint('PUT /report-schedules', (_seen, count) =>
    count === 2
      ? { status: 422, json: { detail: 'This hour is not allowed.', code: 'invalid_schedule' } }
      : { json: { data: { ...SCHEDULE, is_on: false, next_at: null } } },
  );
  const { user } = await open();
  await user.click(screen.getByRole('tab', { name: 'Schedules' }));
  expect(await screen.findByText(/Daily at 06[.:]00 WIB/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change schedule: Transactions' }));
  const form = await screen.findByRole('form', { name: 'Schedule: Transactions' });
  await user.click(within(form).getByRole('switch', { name: 'Create automatically' }));
  await user.click(within(form).getByRole('button', { name: 'Save schedule' }));
  expect(await screen.findByText('This hour is not allowed.')).toBeVisible();
  await user.click(within(form).getByRole('button', { name: 'Save schedule' }));
  expect(await screen.findByText('Schedule saved: Transactions')).toBeVisible();
});

test('without access to reports the panel says whom to ask', async () => {
  signIn({ role: 'support', access: [{ group: 'Transactions', access: 'view' }] });
  await open();
  expect(await screen.findByText('No access to reports')).toBeVisible();
  expect(requestsTo('/report-runs')).toHaveLength(0);
});

test('history, form and schedules are in Indonesian', async () => {
  signIn({ locale: 'id' });
  const { user } = openApp('/changepassword?files=reports');
  const dialog = await screen.findByRole('dialog', { name: 'Ekspor dan laporan' });
  expect(await within(dialog).findByText('settlement-2026-11-20.csv')).toBeVisible();
  expect(findEnglishTexts(dialog)).toEqual([]);
  for (const name of ['Laporan baru', 'Jadwal']) {
    await user.click(within(dialog).getByRole('tab', { name }));
    await waitFor(() => expect(within(dialog).queryByText('Memuat')).not.toBeInTheDocument());
    expect(findEnglishTexts(dialog)).toEqual([]);
  }
});

test('a new report and a new schedule start with the settings of the business', async () => {
  const json = { data: { csv_delimiter: ';', report_format: 'pdf', report_language: 'id', updated_at: null } };
  mockEndpoint('GET /file-settings', () => ({ json }));
  mockEndpoint('POST /report-runs', () => ({ json: { data: buildRun() } }));
  const { user } = await open();
  await user.click(await screen.findByRole('tab', { name: 'New report' }));
  const form = await screen.findByRole('form', { name: 'New report' });
  await waitFor(() => expect(within(form).getByRole('radio', { name: 'PDF' })).toBeChecked());
  expect(within(form).getByRole('combobox', { name: 'Language' })).toHaveValue('Bahasa Indonesia');
  await user.click(within(form).getByRole('button', { name: 'Create report' }));
  await waitFor(() =>
    expect(JSON.parse(posts('/report-runs')[0]?.body ?? '')).toMatchObject({ format: 'pdf', language: 'id' }),
  );
});
