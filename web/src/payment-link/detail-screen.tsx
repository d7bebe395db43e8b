import { type PaymentLink } from '@dasbor/contract/payment-link-terms';
import { getPaymentLink, listLinkPayments } from '@dasbor/contract/payment-link';
import { Alert, Button } from '@mantine/core';
import { IconBrandWhatsapp, IconLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Headline } from '../ui/headline.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { StatusChip, formatStatus } from '../ui/status-chip.tsx';
import { DuplicateChip, LinkAmount, hasDuplicatePayment } from './columns.tsx';
import { DetailActions } from './detail-actions.tsx';
import { SharePanel } from './share-panel.tsx';
import { SettingsPanel, TotalsPanel } from './summary-panels.tsx';
import { ShareLogPanel } from './history-panels.tsx';
import type { LinkDetail } from './link-detail.ts';
import { LinkTimeline } from './link-timeline.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { useShare } from './use-share.ts';
import classes from './payment-link.module.css';
import { messages } from './messages.ts';

/** One link: sharing, totals, payments, settings and timeline. */
export function PaymentLinkDetailScreen() {
  const { id } = useParams({ from: '/protected/payment-link/$id' });
  const client = useQueryClient();
  const detail = useQuery({ ...buildQuery(getPaymentLink, { params: { id } }), meta: { quiet: true } });
  useBackOnEscape('/payment-link');
  const read = () => {
    void client.invalidateQueries({ queryKey: buildQueryKey(getPaymentLink, { params: { id } }) });
    void client.invalidateQueries({ queryKey: buildQueryKey(listLinkPayments, { params: { id } }) });
  };
  useLiveBatch('payment-link', ({ ids, is_resync }) => {
    if (is_resync || ids.has(id)) read();
  });
  // An attempt changes before the totals of the link are recounted.
  useLiveBatch('transaction', read);
  if (detail.isPending) return <ScreenSkeleton />;
  if (detail.data !== undefined) return <Detail link={detail.data.data} />;
  const { status_code, detail: error_text, request_id } = detail.error;
  // A malformed ID is reported like an unknown one.
  if (status_code === 404 || status_code === 400) return <Missing id={id} />;
  return (
    <Panel>
      <BackToList path="/payment-link" label={messages().title} />
      <FailedState detail={error_text} request_id={request_id} onRetry={() => void detail.refetch()} />
    </Panel>
  );
}

const Detail = ({ link }: { link: LinkDetail }) => (
  <>
    <PageHeader
      document_title={`${link.title} · ${formatStatus(link.status)}`}
      back={<BackToList path="/payment-link" label={messages().title} />}
      title={
        <Headline>
          {link.title}
          <StatusChip status={link.status} />
          {hasDuplicatePayment(link) && <DuplicateChip />}
        </Headline>
      }
      line={<LinkAmount link={link} />}
      actions={<DetailActions link={link} />}
    />
    <WhatsappOffer link={link} />
    <DetailTabs record={link} audit={{ object_types: ['payment_link'], object_id: link.id }}>
      <div className={classes.columns}>
        <div>
          <TotalsPanel link={link} />
          <PaymentsPanel link={link} />
          <SettingsPanel link={link} />
        </div>
        <div>
          <SharePanel link={link} />
          <ShareLogPanel link={link} />
          <LinkTimeline link={link} />
        </div>
      </div>
    </DetailTabs>
  </>
);

/** Offers the WhatsApp message that was requested in the form. */
function WhatsappOffer({ link }: { link: PaymentLink }) {
  const search = useSearch({ from: '/protected/payment-link/$id' });
  const navigate = useNavigate();
  const t = messages();
  const { openWhatsapp, reason } = useShare(link);
  if (search['share'] !== 'whatsapp' || reason !== undefined) return null;
  const done = () => void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  return (
    <Alert
      mb="md"
      variant="light"
      color="green.9"
      icon={<IconBrandWhatsapp size={20} />}
      title={t.detail.whatsapp_ready}
      withCloseButton
      closeButtonLabel={t.detail.dismiss}
      onClose={done}
    >
      <Button
        size="compact-md"
        onClick={() => {
          openWhatsapp();
          done();
        }}
      >
        {t.detail.whatsapp_open}
      </Button>
    </Alert>
  );
}

function Missing({ id }: { id: string }) {
  const t = messages();
  const navigate = useNavigate();
  return (
    <Panel>
      <EmptyState
        title={t.detail.not_found}
        icon={<IconLink size={22} stroke={1.6} />}
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/payment-link' })}>
            {t.back}
          </Button>
        }
      >
        {t.detail.not_found_text(id)}
      </EmptyState>
    </Panel>
  );
}
