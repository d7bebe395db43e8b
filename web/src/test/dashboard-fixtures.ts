/** The home of a merchant with payments of two methods, and its screen. */
import { screen } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { mockEndpoint, setUpMockServer } from './mock-server.ts';
import { openApp, signIn } from './render.tsx';

const metric = (value: number | null, previous: number | null = null) => ({ value, previous, series: [0, value] });
export const PERIOD_BOUNDS = {
  from: '2026-11-14T17:00:00.000Z',
  to: '2026-11-21T07:00:00.000Z',
  previous_from: '2026-11-07T17:00:00.000Z',
  previous_to: '2026-11-14T07:00:00.000Z',
};
const SUMMARY = {
  ...PERIOD_BOUNDS,
  gross_volume: metric(2_500_000, 2_000_000),
  success_count: metric(24, 23),
  success_rate: metric(8_890, 8_210),
  average_ticket: metric(104_167, 86_957),
  pending_amount: metric(140_000, 0),
  refunded_amount: metric(54_000, 0),
  fees_amount: metric(19_425, 15_540),
  net_amount: metric(2_480_575, 1_984_460),
  methods: [{ method: 'qris', count: 24, amount: 2_500_000, previous_amount: 2_000_000 }],
};
const INCIDENT = { transaction_id: 'txn_01kaj6x7v3q2m8n4p5r6s70001', at: '2026-11-21T06:00:00.000Z' };
export const PAYMENT = {
  ...INCIDENT,
  id: INCIDENT.transaction_id,
  created_at: INCIDENT.at,
  method: 'qris',
  amount: 86_000,
  status: 'pending',
};

/** What the server answers; each test starts from the same. */
export const HOME_DATA = {
  refunds_waiting: [] as { status: string; count: number; amount: number }[],
  incidents: { late: 0, refused: 0 },
  by_method: [] as { method: string; values: (number | null)[] }[],
};

/** Balances, and the next settlement. */
function answerMoney(): void {
  mockEndpoint('GET /dashboard/balance', () => ({
    json: {
      data: {
        as_of: PERIOD_BOUNDS.to,
        pending_settlement: 34_956_226,
        in_transit: 1_234_567,
        available: 0,
        on_hold: 75_000,
        payout: 900,
      },
    },
  }));
  mockEndpoint('GET /payout-alert', () => ({
    json: { data: { threshold: 1_000, recipients: [], balance: 900, is_below: true, last_alert_at: null } },
  }));
  mockEndpoint('GET /settlements/upcoming', () => ({
    json: {
      data: [
        {
          settlement_date: '2026-11-23',
          count: 2,
          gross_amount: 200_000,
          fee_amount: 1_400,
          fee_vat_amount: 154,
          adjustment_amount: 0,
          net_amount: 198_446,
        },
      ],
      later: 0,
    },
  }));
}

/** Incidents, and work that waits. */
function answerWork(): void {
  mockEndpoint('GET /dashboard/actions', () => ({
    json: {
      data: {
        since: PERIOD_BOUNDS.from,
        late_payments: {
          count: HOME_DATA.incidents.late,
          latest: HOME_DATA.incidents.late ? [{ ...INCIDENT, amount: 54_321 }] : [],
        },
        refused_notifications: {
          count: HOME_DATA.incidents.refused,
          latest: HOME_DATA.incidents.refused ? [{ ...INCIDENT, response_code: '4045213' }] : [],
        },
      },
    },
  }));
  mockEndpoint('GET /refunds/summary', () => ({ json: { data: HOME_DATA.refunds_waiting } }));
  mockEndpoint('GET /refunds/duplicate-payments', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('GET /deposits/summary', () => ({ json: { data: [] } }));
  mockEndpoint('GET /webhooks', () => ({ json: { data: [] } }));
  mockEndpoint('GET /api-keys', () => ({ json: { data: [] } }));
  mockEndpoint('GET /business-profile', () => ({ json: { data: { missing: [] } } }));
  mockEndpoint('GET /disbursements/summary', () => ({ json: { data: [] } }));
  mockEndpoint('GET /virtual-accounts/metrics', () => ({
    json: {
      data: {
        active_count: 0,
        paid_today_count: 0,
        paid_today_amount: 0,
        expiring_count: 0,
        mismatches_count: 0,
        as_of: PERIOD_BOUNDS.to,
      },
    },
  }));
  mockEndpoint('GET /report-runs', () => ({ json: { data: [], next_cursor: null } }));
}

/** A signed-in person, and the answers of the server to the home. */
export function setUpHome(): void {
  setUpMockServer();
  beforeEach(() => {
    HOME_DATA.by_method = [
      { method: 'qris', values: [6_000, 7_777] },
      { method: 'virtual_account', values: [3_000, null] },
      { method: 'card', values: [null, null] },
    ];
    HOME_DATA.incidents = { late: 0, refused: 0 };
    HOME_DATA.refunds_waiting = [];
    signIn();
    mockEndpoint('GET /dashboard/summary', () => ({ json: { data: SUMMARY } }));
    mockEndpoint('GET /dashboard/timeseries', ({ query }) => {
      const { metric, interval, group_by } = Object.fromEntries(new URLSearchParams(query));
      const points = [
        { at: '2026-11-19T17:00:00.000Z', value: 9_000, previous: 8_000 },
        { at: '2026-11-20T17:00:00.000Z', value: 7_777, previous: null },
      ];
      const methods = group_by === 'method' ? HOME_DATA.by_method : [];
      return {
        json: { data: { ...PERIOD_BOUNDS, metric: metric ?? null, interval: interval ?? null, points, methods } },
      };
    });
    answerMoney();
    answerWork();
    mockEndpoint('GET /transactions', () => ({ json: { data: [PAYMENT], next_cursor: 'older' } }));
  });
}

/** Opens the home. */
export const openHome = async (address = '/dashboard') => {
  const opened = openApp(address);
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  return opened;
};
export const region = (name: string) => screen.findByRole('region', { name });
