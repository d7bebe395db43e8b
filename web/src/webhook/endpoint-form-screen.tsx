import { type WebhookEndpoint, isDifferentOrigin } from '@dasbor/contract/webhook-fields';
import { createWebhook, getWebhook, updateWebhook } from '@dasbor/contract/webhook';
import { type WebhookEventType, compactSubscriptions, expandSubscriptions } from '@dasbor/contract/webhook-events';
import { Button, Group, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { Callout } from '../ui/callout.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecretModal } from '../ui/secret-modal.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EventTree } from './event-tree.tsx';
import { type HeaderInput, HeaderFields, listFilledHeaders } from './header-fields.tsx';
import { messages } from './messages.ts';
import { useWebhookChange } from './mutations.ts';
import classes from './webhook.module.css';

/** Creates an endpoint, or edits the one of `?webhook=`. */
export function EndpointFormScreen() {
  const t = messages().form;
  const { webhook } = useSearch({ strict: false });
  const id = typeof webhook === 'string' ? webhook : undefined;
  const back = (
    <Link to="/api-settings" search={{ tab: 'webhooks' }} className={classes.back}>
      <IconArrowLeft size={15} aria-hidden /> {t.back}
    </Link>
  );
  return (
    <>
      <PageHeader title={id === undefined ? t.title_create : t.title_edit} line={t.line} back={back} />
      {id === undefined ? <EndpointForm endpoint={null} /> : <StoredEndpointForm id={id} />}
    </>
  );
}

function StoredEndpointForm({ id }: { id: string }) {
  const endpoint = useQuery({ ...buildQuery(getWebhook, { params: { id } }), meta: { quiet: true } });
  if (endpoint.isPending) return <CardSkeleton lines={6} />;
  if (endpoint.isError) return <FailedState detail={endpoint.error.message} onRetry={() => void endpoint.refetch()} />;
  return <EndpointForm endpoint={endpoint.data.data} />;
}

interface Draft {
  url: string;
  description: string;
  notify_email: string;
  types: WebhookEventType[];
  headers: HeaderInput[];
  /** Removes the stored headers, when none are entered. */
  removes_headers: boolean;
}

const toDraft = (endpoint: WebhookEndpoint | null): Draft => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  notify_email: endpoint?.notify_email ?? '',
  types: endpoint === null ? [] : expandSubscriptions(endpoint.events),
  headers: [],
  removes_headers: false,
});

/** Whether the stored values of headers would be sent to another server. */
const mustEnterHeaders = (endpoint: WebhookEndpoint | null, { url, headers, removes_headers }: Draft): boolean =>
  endpoint !== null &&
  endpoint.header_names.length > 0 &&
  isDifferentOrigin(url.trim(), endpoint.url) &&
  !removes_headers &&
  listFilledHeaders(headers).length === 0;

const toBody = ({ url, description, notify_email, types, headers, removes_headers }: Draft) => {
  const given = listFilledHeaders(headers);
  return {
    url: url.trim(),
    events: compactSubscriptions(types),
    description: description.trim() || null,
    notify_email: notify_email.trim() || null,
    ...(given.length === 0 && !removes_headers
      ? {}
      : { headers: given.map(({ name, value }) => ({ name: name.trim(), value })) }),
  };
};

function EndpointForm({ endpoint }: { endpoint: WebhookEndpoint | null }) {
  const t = messages();
  const navigate = useNavigate();
  const may_manage = useHasAccess('API', 'manage');
  const [draft, setDraft] = useState(() => toDraft(endpoint));
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null);
  const errors = Object.fromEntries((refusal?.errors ?? []).map(({ field, detail }) => [field, detail]));
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const open = (id: string) => void navigate({ to: '/api-settings', search: { tab: 'webhooks', webhook: id } });
  const save = useWebhookChange(
    async () => {
      setRefusal(null);
      const body = toBody(draft);
      if (endpoint === null) return (await call(createWebhook, { body })).data;
      return (await call(updateWebhook, { params: { id: endpoint.id }, body })).data;
    },
    {
      onDone: (saved) => {
        if ('secret' in saved) setCreated(saved as { id: string; secret: string });
        else open(saved.id);
      },
      onRefused: (error) => setRefusal(toProblem(error)),
    },
  );
  const must_enter_headers = mustEnterHeaders(endpoint, draft);
  const is_complete = draft.url.trim() !== '' && draft.types.length > 0 && !must_enter_headers;
  const submit = () => {
    setTried(true);
    if (is_complete && !save.isPending) save.mutate(undefined);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Panel>
        <Stack gap="lg" maw={880}>
          <TextField
            label={t.form.url}
            description={t.form.url_line}
            required
            placeholder={t.form.url_example}
            value={draft.url}
            onChange={(url) => change({ url })}
            error={draft.url.trim() === '' ? t.form.url_missing : errors['url']}
            touched={is_tried}
            inputMode="url"
            autoComplete="off"
          />
          <TextField
            label={t.form.description}
            value={draft.description}
            maxLength={256}
            onChange={(description) => change({ description })}
          />
          <EventTree
            chosen={draft.types}
            onChange={(types) => change({ types })}
            error={is_tried && draft.types.length === 0 ? t.form.events_missing : undefined}
          />
          <HeaderFields
            headers={draft.headers}
            stored_names={endpoint?.header_names ?? []}
            is_removed={draft.removes_headers}
            is_required={must_enter_headers}
            errors={errors}
            onChange={(headers) => change({ headers })}
            onRemovedChange={(removes_headers) => change({ removes_headers })}
          />
          <TextField
            label={t.form.notify_email}
            description={t.form.notify_email_line}
            type="email"
            value={draft.notify_email}
            onChange={(notify_email) => change({ notify_email })}
            error={errors['notify_email']}
            touched
          />
          {refusal !== null && <Callout kind="error">{refusal.detail}</Callout>}
          <Group gap="xs">
            <ActionButton disabled_reason={may_manage ? undefined : t.denied} loading={save.isPending} onClick={submit}>
              {endpoint === null ? t.form.create : t.form.save}
            </ActionButton>
            <Button
              variant="default"
              onClick={() => {
                if (endpoint === null) void navigate({ to: '/api-settings', search: { tab: 'webhooks' } });
                else open(endpoint.id);
              }}
            >
              {t.cancel}
            </Button>
          </Group>
        </Stack>
      </Panel>
      {created !== null && (
        <SecretModal texts={messages().secret} secret={created.secret} onClose={() => open(created.id)} />
      )}
    </form>
  );
}
