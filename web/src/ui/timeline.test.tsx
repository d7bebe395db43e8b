import { IconCheck, IconX } from '@tabler/icons-react';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../test/render.tsx';
import { TimelinePanel, formatActor } from './timeline.tsx';

test('each event shows what happened, who caused it and when, to the second', () => {
  renderComponent(
    <TimelinePanel
      events={[
        {
          key: 2,
          at: '2026-11-21T07:05:09.000Z',
          icon: IconX,
          chip: { status: 'refund_failed', tone: 'danger', label: 'Refund failed' },
          actor: formatActor({ actor_name: null, actor_type: 'provider' }),
          amount: 'Rp 5.000',
          note: 'Account closed',
        },
        {
          key: 1,
          at: '2026-11-21T07:05:01.000Z',
          icon: IconCheck,
          chip: { status: 'success' },
          actor: formatActor({ actor_name: 'Sari', actor_type: 'user' }),
        },
      ]}
    />,
  );
  const timeline = within(screen.getByRole('region', { name: 'Timeline' }));
  expect(timeline.getByText('Refund failed')).toHaveAttribute('data-tone', 'danger');
  expect(timeline.getByText('Bank · Rp 5.000: Account closed')).toBeVisible();
  expect(timeline.getByText('21 Nov 2026, 14:05:09 WIB')).toBeVisible();
  expect(timeline.getByText('Sari')).toBeVisible();
  expect(timeline.getByText('21 Nov 2026, 14:05:01 WIB')).toBeVisible();
});
