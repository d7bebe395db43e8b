import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { buildTransitionEvents } from './status-transition.ts';

const now = new Date('2026-11-21T07:05:00.000Z');
const actor = { actor_type: 'system', actor_name: null } as const;
const STATUSES = ['created', 'pending', 'success', 'failed'] as const;

test('the last event of a path has the reason and the details', () => {
  const details = { note: 'late' };
  const step = { path: ['pending', 'success'] as const, now, actor, reason: 'Paid', details };
  const common = { at: now, ...actor };
  expect(buildTransitionEvents({ status: 'created', last_event_seq: 1 }, step)).toEqual({
    status: 'success',
    last_event_seq: 3,
    events: [
      { ...common, seq: 2, from_status: 'created', to_status: 'pending', reason: null },
      { ...common, seq: 3, from_status: 'pending', to_status: 'success', reason: 'Paid', note: 'late' },
    ],
  });
});

test('without a path the status stays and the timeline records the reason', () => {
  const { status, events } = buildTransitionEvents(
    { status: 'active', last_event_seq: 4 },
    { path: [], now, actor, reason: 'Rejected' },
  );
  expect(status).toBe('active');
  expect(events).toEqual([
    { seq: 5, at: now, from_status: 'active', to_status: 'active', reason: 'Rejected', ...actor },
  ]);
});

property.prop([fc.constantFrom(...STATUSES), fc.array(fc.constantFrom(...STATUSES)), fc.nat({ max: 1_000 })])(
  'events are numbered without gaps and each begins where the previous one ended',
  (status, path, last_event_seq) => {
    const result = buildTransitionEvents({ status, last_event_seq }, { path, now, actor, reason: 'x' });
    let from: string = status;
    for (const [step, event] of result.events.entries()) {
      expect(event.seq).toBe(last_event_seq + 1 + step);
      expect(event.from_status).toBe(from);
      from = event.to_status;
    }
    expect(from).toBe(result.status);
    expect(result.last_event_seq).toBe(last_event_seq + result.events.length);
  },
);
