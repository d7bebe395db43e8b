import type { WebhookEndpoint } from '@dasbor/contract/webhook-fields';
import { Callout } from '../ui/callout.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { messages } from './messages.ts';

/** Problem of an endpoint and its next step. */
export function EndpointAlert({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = messages().detail;
  const { status, disabled_reason, failing_since, next_probe_at } = endpoint;
  if (status === 'active') return null;
  if (status === 'disabled') return <Callout kind="warning">{t[`disabled_${disabled_reason ?? 'user'}`]}</Callout>;
  return (
    <Callout kind="warning">
      {failing_since !== null && t.failing(formatInstant(failing_since))}{' '}
      {next_probe_at !== null && t.paused(formatInstant(next_probe_at))}
    </Callout>
  );
}
