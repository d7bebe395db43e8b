import type { WebhookAttempt } from '@dasbor/contract/webhook-fields';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconTerminal2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DetailList } from '../ui/detail-list.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { messages } from './messages.ts';
import classes from './webhook.module.css';

/** `HTTP 500`, or what is wrong with a response that says success, or why there was none. */
export function formatAttempt({ http_status, error }: Pick<WebhookAttempt, 'http_status' | 'error'>): string {
  if (error === 'response_code' || error === 'no_access_token') return messages().errors[error];
  if (http_status !== null) return `HTTP ${http_status}`;
  return error === null ? '–' : messages().errors[error];
}

/** Distinguishes a notification over SNAP BI, whose body is not the payload of the event. */
const SNAP_HEADER = 'x-partner-id';

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The request as a command. Masked header values must be filled in. */
export const buildCurl = ({ url, request_headers, request_body }: WebhookAttempt): string =>
  [
    `curl -X POST ${quote(url)}`,
    ...Object.entries(request_headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    `--data-raw ${quote(request_body)}`,
  ].join(' \\\n  ');

/** Request and response of an attempt. */
export function AttemptDetail({ attempt }: { attempt: WebhookAttempt }) {
  const t = messages().sheet;
  const clipboard = useClipboard({ timeout: 1_500 });
  const { response_headers, response_body } = attempt;
  return (
    <Stack gap="md">
      <Section title={t.response}>
        {response_headers !== null && (
          <DetailList rows={Object.entries(response_headers).map(([name, value]) => [name, value] as const)} />
        )}
        {response_body === null || response_body === '' ? (
          <Text c="dimmed" fz="sm">
            {t.response_empty}
          </Text>
        ) : (
          // What scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre className={classes.body} tabIndex={0} role="region" aria-label={t.response}>
            {response_body}
          </pre>
        )}
      </Section>
      <Section title={t.request}>
        <JsonBlock value={attempt.request_headers} label={t.request} />
      </Section>
      {SNAP_HEADER in attempt.request_headers && (
        <Section title={t.request_body}>
          <JsonBlock value={JSON.parse(attempt.request_body)} label={t.request_body} />
        </Section>
      )}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconTerminal2 size={14} aria-hidden />}
          onClick={() => clipboard.copy(buildCurl(attempt))}
        >
          {clipboard.copied ? t.copied : t.copy_curl}
        </Button>
      </div>
    </Stack>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} fz={14} mb={8}>
      {title}
    </Title>
    {children}
  </section>
);
