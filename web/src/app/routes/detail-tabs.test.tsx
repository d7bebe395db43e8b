/** Every detail page ends with the same sections: the object as JSON, and its entries of the audit log. */
import type { Role } from '@dasbor/contract/access';
import { getAccountGroup } from '@dasbor/contract/account-group';
import { getCommissionRule } from '@dasbor/contract/account-group-commission';
import { getAnnouncement } from '@dasbor/contract/announcement';
import { getBankStatement } from '@dasbor/contract/bank-statement';
import { getCommissionStatement } from '@dasbor/contract/commission-statement';
import { getDeposit, getDepositVa } from '@dasbor/contract/deposit-va';
import { getDisbursement } from '@dasbor/contract/disbursement';
import { getDisbursementBatch } from '@dasbor/contract/disbursement-batch';
import { getInvoice } from '@dasbor/contract/invoice';
import { getMerchant } from '@dasbor/contract/merchant';
import { getPaymentLink } from '@dasbor/contract/payment-link';
import { getQrisPayment } from '@dasbor/contract/qris-payment';
import type { Route } from '@dasbor/contract/route';
import { getSettlement } from '@dasbor/contract/settlement';
import { getTransaction } from '@dasbor/contract/transaction';
import { getVirtualAccount } from '@dasbor/contract/virtual-account';
import { getWebhook } from '@dasbor/contract/webhook';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, recordedRequests, setUpMockServer } from '../../test/mock-server.ts';
import { openApp, signIn } from '../../test/render.tsx';
import { buildSample, buildSampleId } from '../../test/sample.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { createAppRouter } from './router.ts';

setUpMockServer();

interface Page {
  role?: Role;
  path: string;
  prefix: string;
  /** What the page reads first. */
  routes: readonly [Route, ...Route[]];
  /** Address of the log; null where the log names no such object. */
  log?: string | null;
}

const MERCHANT = buildSampleId('mer');
const OF_MERCHANT = `/merchants/${MERCHANT}/audit-logs`;
const OF_STAFF = '/operations/events';
const PAGES: readonly Page[] = [
  { path: '/transaction/$id', prefix: 'txn', routes: [getTransaction] },
  { path: '/settlement/report/detail?batch_id=$id', prefix: 'stl', routes: [getSettlement] },
  { path: '/payment-link/$id', prefix: 'pl', routes: [getPaymentLink] },
  { path: '/virtual-account/$id', prefix: 'va', routes: [getVirtualAccount] },
  { path: '/qris-payment/$id', prefix: 'qr', routes: [getQrisPayment] },
  { path: '/deposit-va/$id', prefix: 'dva', routes: [getDepositVa] },
  { path: '/deposit-va/$id', prefix: 'dep', routes: [getDeposit] },
  { path: '/disbursement/$id', prefix: 'dsb', routes: [getDisbursement] },
  { path: '/disbursement/$id', prefix: 'dsbb', routes: [getDisbursementBatch] },
  { path: '/invoice/$id', prefix: 'ivc', routes: [getInvoice] },
  { role: 'platform_admin', path: '/invoice/$id', prefix: 'ivc', routes: [getInvoice], log: OF_MERCHANT },
  { path: '/api-settings?tab=webhooks&webhook=$id', prefix: 'whe', routes: [getWebhook] },
  { role: 'platform_admin', path: '/merchant/$id', prefix: 'mer', routes: [getMerchant], log: OF_MERCHANT },
  // The settings of a group show its own history.
  { role: 'platform_admin', path: '/account-group/$id/', prefix: 'agr', routes: [getAccountGroup], log: null },
  {
    role: 'platform_admin',
    path: '/account-group-commission/$id',
    prefix: 'cmr',
    routes: [getCommissionRule],
    log: OF_MERCHANT,
  },
  {
    role: 'platform_admin',
    path: '/account-group-commission/cmr_00000000000000000000000000?tab=statements&statement=$id',
    prefix: 'cms',
    routes: [getCommissionStatement, getCommissionRule],
    log: OF_MERCHANT,
  },
  { role: 'platform_admin', path: '/announcement/$id', prefix: 'ann', routes: [getAnnouncement], log: OF_STAFF },
  { role: 'platform_admin', path: '/bank-statement/$id', prefix: 'bst', routes: [getBankStatement], log: OF_STAFF },
];

const toRequest = ({ path }: Route, id: string) =>
  `GET ${path.replaceAll(/\{[a-z_]+\}/g, (name) => (name === '{rule_id}' ? buildSampleId('cmr') : id))}`;

test.each(PAGES)('$path of $prefix', async ({ role = 'superadmin', path, prefix, routes, log = '/audit-logs' }) => {
  const id = buildSampleId(prefix);
  signIn({ role });
  for (const route of routes.toReversed()) {
    const json = buildSample(route) as never;
    mockEndpoint(toRequest(route, id), () => ({ json }));
    mockEndpoint(toRequest(route, buildSampleId('cmr')), () => ({ json }));
  }
  mockEndpoint(toRequest(routes[0], id), () => ({ json: buildSample(routes[0]) as never }));
  if (log !== null) mockEndpoint(`GET ${log}`, () => ({ json: { data: [], next_cursor: null } }));
  const { user } = openApp(path.replace('$id', id));
  // A statement is a page in a page.
  const count = routes.length;
  await waitFor(() => expect(screen.getAllByRole('tab', { name: 'JSON' })).toHaveLength(count));
  await user.click(screen.getAllByRole('tab', { name: 'JSON' }).at(-1)!);
  const json = await screen.findByRole('region', { name: 'Object as JSON' });
  expect(json.textContent).toContain(id);
  expect(json.textContent).not.toMatch(/"(secret|password|token|private_key)"/);
  if (log === null) return;
  await user.click(screen.getAllByRole('tab', { name: /^Audit/ }).at(-1)!);
  expect(await screen.findByText('No entries yet')).toBeVisible();
  expect(within(document.body).queryByRole('region', { name: 'Object as JSON' })).toBeNull();
  const sent = recordedRequests.filter((request) => request.path === log).at(-1);
  // The log of a merchant has all entries.
  expect(sent?.query).toContain(prefix === 'mer' ? '' : `object_id=${id}`);
});

test('no detail page is left out', () => {
  const router = createAppRouter(createMemoryHistory());
  const paths = (Object.values(router.routesById) as { fullPath: string }[]).map(({ fullPath }) => fullPath);
  // A balance is a list of entries, and the form of a merchant is left for its page.
  const others = ['/balance/history/$id', '/edit-merchant/$id'];
  const details = paths.filter((path) => path.includes('$id') && !others.includes(path));
  expect(new Set(details)).toEqual(
    new Set(PAGES.map(({ path }) => path).filter((path) => /\$id\/?$/.test(path) && !path.includes('?'))),
  );
});

test('the audit log is offered to those who may read it only', async () => {
  signIn({ role: 'finance' });
  const id = buildSampleId('txn');
  mockEndpoint(toRequest(getTransaction, id), () => ({ json: buildSample(getTransaction) as never }));
  openApp(`/transaction/${id}?tab=audit`);
  expect(await screen.findByRole('tab', { name: 'JSON' })).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Audit' })).toBeNull();
  expect(screen.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
});

const ENTRY = {
  id: '9',
  at: '2026-11-21T07:05:00.000Z',
  actor_type: 'user',
  actor_id: 'usr_1',
  actor_name: 'Sari Wulandari',
  actor_email: null,
  actor_role: null,
  ip: '10.0.0.1',
  user_agent: null,
  session_id: null,
  action: 'payment_link.changed',
  object_type: 'payment_link',
  object_id: buildSampleId('pl'),
  result: 'ok',
  reason: null,
  before: { title: 'Old', amount: 1000, expires_at: null, language: 'id', status: 'active' },
  after: { title: 'New', amount: 2000, expires_at: '2026-12-01', language: 'en', status: 'active' },
};

test('entries show who changed what and open with their values; earlier ones are read page by page', async () => {
  signIn();
  const id = buildSampleId('pl');
  mockEndpoint(toRequest(getPaymentLink, id), () => ({ json: buildSample(getPaymentLink) as never }));
  mockEndpoint('GET /audit-logs', ({ query }) => ({
    json: query.includes('cursor=')
      ? { data: [{ ...ENTRY, id: '8', actor_name: 'Budi' }], next_cursor: null }
      : { data: [ENTRY], next_cursor: 'c1' },
  }));
  const { user } = openApp(`/payment-link/${id}?tab=audit`);
  const log = await screen.findByRole('table', { name: 'Audit log of this object' });
  expect(log).toHaveTextContent('Sari Wulandari');
  expect(log).toHaveTextContent('title Old → New');
  expect(log).toHaveTextContent('expires_at 2026-12-01');
  expect(log).toHaveTextContent('and 1 more');
  expect(log).not.toHaveTextContent('status active');
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Budi')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: /^Open entry/ })[0]!);
  expect(await screen.findByRole('dialog', { name: 'Audit entry' })).toHaveTextContent('10.0.0.1');
});
