/** State of a channel from its metrics, and the outage that it suggests. Pure. */
import type { BankHealth, ChannelHealth, ChannelService } from '@dasbor/contract/channel-health';
import type { OutageMethod } from '@dasbor/contract/outage';
import { TRANSFER_RAILS, type TransferRail } from '@dasbor/contract/transfer-rail';
import type { Tone } from '../ui/status-chip.tsx';

export type ChannelState = 'operational' | 'slow' | 'degraded' | 'failing' | 'not_responding' | 'idle';

export const STATE_TONES: Record<ChannelState, Tone> = {
  operational: 'success',
  slow: 'warning',
  degraded: 'warning',
  failing: 'danger',
  not_responding: 'danger',
  idle: 'neutral',
};

/** Success rates below which a channel is degraded and failing, in basis points. */
const DEGRADED_BELOW = 9_900;
const FAILING_BELOW = 9_000;
/** A 95th percentile from which customers notice the wait. */
const SLOW_MS = 2_000;

export function toChannelState({ recent }: ChannelHealth, circuit: BankHealth['circuit']): ChannelState {
  if (recent.success_rate === null) {
    return recent.not_sent_count > 0 || circuit.state === 'open' ? 'not_responding' : 'idle';
  }
  if (recent.success_rate < FAILING_BELOW) return 'failing';
  if (recent.success_rate < DEGRADED_BELOW) return 'degraded';
  return (recent.p95_ms ?? 0) >= SLOW_MS ? 'slow' : 'operational';
}

/** Payment methods or transfers that an outage of a service affects. */
export interface OutageScope {
  method: OutageMethod;
  rail: TransferRail | null;
}

/** Inquiries have no outages of their own. */
export function toOutageScope(service: ChannelService): OutageScope | null {
  if (service === 'qris' || service === 'virtual_account') return { method: service, rail: null };
  const rail = TRANSFER_RAILS.find((each) => each === service);
  return rail === undefined ? null : { method: 'disbursement', rail };
}

/** `240 ms`, `1.2 s`. */
export const formatLatency = (ms: number | null, formatNumber: (value: number) => string): string => {
  if (ms === null) return '–';
  return ms < 1_000 ? `${ms} ms` : `${formatNumber(Math.round(ms / 100) / 10)} s`;
};
