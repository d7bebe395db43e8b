import { type PaymentLink } from '@dasbor/contract/payment-link-terms';
import { getPaymentLink } from '@dasbor/contract/payment-link';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { BackToList } from '../list/back-to-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { EMPTY_FORM, toForm } from './link-form.ts';
import { LinkFormFields } from './link-form-fields.tsx';
import { canEdit } from './link-labels.ts';
import { formMessages } from './form-messages.ts';
import { messages } from './messages.ts';

/** Creates a link; `?from=` starts from a copy of another link, `?edit=` edits an existing one. */
export function CreatePaymentLinkScreen() {
  const search = useSearch({ from: '/protected/payment-link/create' });
  const may_manage = useHasAccess('Payment Links', 'manage');
  const model_id = search['edit'] ?? search['from'];
  if (!may_manage) return <NotAllowed />;
  if (model_id === undefined) return <Screen />;
  return <ScreenOfModel key={model_id} id={model_id} is_edit={search['edit'] !== undefined} />;
}

function ScreenOfModel({ id, is_edit }: { id: string; is_edit: boolean }) {
  const detail = useQuery({ ...buildQuery(getPaymentLink, { params: { id } }), meta: { quiet: true } });
  if (detail.isPending) return <ScreenSkeleton />;
  if (detail.data === undefined) {
    return (
      <Panel>
        <BackToList path="/payment-link" label={messages().title} />
        <FailedState
          detail={detail.error.detail}
          request_id={detail.error.request_id}
          onRetry={() => void detail.refetch()}
        />
      </Panel>
    );
  }
  return <Screen model={detail.data.data} is_edit={is_edit && canEdit(detail.data.data)} />;
}

function Screen({ model, is_edit = false }: { model?: PaymentLink; is_edit?: boolean }) {
  const t = formMessages().create;
  const title = is_edit ? t.edit_title : t.new_title;
  return (
    <>
      <PageHeader
        title={title}
        back={<BackToList path="/payment-link" label={messages().title} />}
        line={is_edit ? t.edit_line : t.new_line}
      />
      <LinkFormFields
        start={model === undefined ? EMPTY_FORM : toForm(model, !is_edit)}
        {...(is_edit && model !== undefined ? { edited: model } : {})}
      />
    </>
  );
}

function NotAllowed() {
  const t = formMessages().create;
  const navigate = useNavigate();
  return (
    <Panel>
      <EmptyState
        title={t.denied_title}
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/payment-link' })}>
            {messages().back}
          </Button>
        }
      >
        {t.denied}
      </EmptyState>
    </Panel>
  );
}
