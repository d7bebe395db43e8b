import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import type { BatchDetail } from './batch-detail.ts';
import { BatchTimeline } from './batch-timeline.tsx';

const STATUSES = ['open', 'closed', 'approved', 'processing', 'paid'] as const;
const events: BatchDetail['events'] = STATUSES.map((to_status, index) => ({
  seq: index + 1,
  at: '2026-11-21T03:00:00.000Z',
  from_status: STATUSES[index - 1] ?? null,
  to_status,
  actor_type: 'system',
  actor_name: null,
  reason: null,
}));

test('a batch of a bank account was sent to the bank', () => {
  renderComponent(<BatchTimeline events={events} destination="bank" />);
  expect(screen.getByText('Sent to bank')).toBeVisible();
  expect(screen.getByText('Credited')).toBeVisible();
});

test('a batch that was credited to the balance was never sent to a bank', () => {
  renderComponent(<BatchTimeline events={events} destination="balance" />);
  expect(screen.getByText('Credited to balance')).toBeVisible();
  expect(screen.queryByText('Sent to bank')).toBeNull();
});
