import {
  type InvoiceDetail,
  type InvoiceIssuer,
  downloadInvoice,
  getInvoice,
  listInvoiceLines,
} from '@dasbor/contract/invoice';
import { formatNpwp } from '@dasbor/contract/invoice-labels';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { DownloadButton } from '../list/download-button.tsx';
import { Amount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PanelStack } from '../ui/panel-layout.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { showError } from '../ui/toast.ts';
import { InvoiceCard, InvoiceLink, KindChip, buildColumns, formatKind } from './columns.tsx';
import { CreditNoteButton } from './credit-note-modal.tsx';
import classes from './invoice.module.css';
import { LinesPanel } from './lines-panel.tsx';
import { messages } from './messages.ts';
import { RequestsPanel } from './requests-panel.tsx';
import { TaxNumberButton } from './tax-number-modal.tsx';

/** One invoice or credit note with its parties, lines and corrections. */
export function InvoiceDetailScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const detail = useQuery({ ...buildQuery(getInvoice, { params: { id } }), meta: { quiet: true } });
  useBackOnEscape('/invoice');
  if (detail.isPending) return <ScreenSkeleton />;
  if (detail.data !== undefined) return <Detail invoice={detail.data.data} />;
  const { status_code, detail: message, request_id } = detail.error;
  const t = messages();
  return (
    <Panel>
      <BackToList path="/invoice" label={t.title} />
      {status_code === 404 ? (
        <EmptyState title={t.detail.not_found}>{t.detail.not_found_line}</EmptyState>
      ) : (
        <FailedState detail={message} request_id={request_id} onRetry={() => void detail.refetch()} />
      )}
    </Panel>
  );
}

function Detail({ invoice }: { invoice: InvoiceDetail }) {
  const t = messages();
  const { id, number } = invoice;
  const is_provider = useHasAccess('Merchant finance', 'view');
  return (
    <>
      <PageHeader
        back={<BackToList path="/invoice" label={t.title} />}
        document_title={`${formatKind(invoice.kind)} ${number}`}
        title={
          <span className={classes.headline}>
            <Amount value={invoice.total_amount} strong />
            <KindChip kind={invoice.kind} />
          </span>
        }
        line={
          <>
            <CopyableId value={number} label={t.fields.number} /> · {formatDay(invoice.period_from)} –{' '}
            {formatDay(invoice.period_to)}
          </>
        }
        actions={
          <>
            <TaxNumberButton invoice={invoice} />
            <CreditNoteButton invoice={invoice} />
            <DownloadButton
              label={t.download_lines}
              route={listInvoiceLines}
              input={{ params: { id } }}
              file_name={`${number}-lines`}
            />
            <PdfButton invoice={invoice} />
          </>
        }
      />
      <DetailTabs
        record={invoice}
        audit={{
          object_types: ['invoice'],
          object_id: id,
          log: is_provider ? { merchant_id: invoice.merchant_id } : undefined,
        }}
      >
        <div className={classes.columns}>
          <TotalsPanel invoice={invoice} />
          <PartiesPanel invoice={invoice} />
        </div>
        <PanelStack>
          <LinesPanel invoice={invoice} />
          <CreditNotesPanel invoice={invoice} />
          <RequestsPanel requests={invoice.requests} />
        </PanelStack>
      </DetailTabs>
    </>
  );
}

/** Downloads the document: on a click, and once when the link of its email led here (`?download=pdf`). */
function PdfButton({ invoice: { id, number } }: { invoice: InvoiceDetail }) {
  const navigate = useNavigate();
  const is_wanted = useSearch({ strict: false })['download'] === 'pdf';
  const download = useMutation({
    mutationFn: () => downloadFile(downloadInvoice, { params: { id }, file_name: `${number}.pdf` }),
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
  });
  const downloadOnce = useEffectEvent(() => {
    download.mutate();
    // Without it, so that going back or reloading downloads nothing again.
    void navigate({ to: '/invoice/$id', params: { id }, search: {}, replace: true });
  });
  useEffect(() => {
    if (is_wanted) downloadOnce();
  }, [is_wanted]);
  return (
    <Button
      loading={download.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => download.mutate()}
    >
      {messages().pdf}
    </Button>
  );
}

function TotalsPanel({ invoice }: { invoice: InvoiceDetail }) {
  const { fields: t, detail } = messages();
  const { corrects_id, corrects_number, credited_amount } = invoice;
  return (
    <Panel title={detail.totals}>
      <DetailList
        rows={[
          [t.fees, <Amount key="fees" value={invoice.fee_amount} />],
          [t.dpp, <Amount key="dpp" value={invoice.dpp_amount} />],
          [t.vat, <Amount key="vat" value={invoice.vat_amount} />],
          [t.total, <Amount key="total" value={invoice.total_amount} strong />],
          ...(credited_amount === 0
            ? []
            : ([
                [t.credited, <Amount key="credited" value={credited_amount} />],
                [t.net, <Amount key="net" value={invoice.total_amount + credited_amount} strong />],
              ] as const)),
          [t.issued, <Instant key="issued" at={invoice.issued_at} />],
          [t.tax_invoice_no, invoice.tax_invoice_no],
          ...(corrects_id === null || corrects_number === null
            ? []
            : ([
                [t.corrects, <InvoiceLink key="corrects" id={corrects_id} number={corrects_number} />],
                [t.reason, invoice.reason],
              ] as const)),
        ]}
      />
      <p>{invoice.kind === 'invoice' ? detail.paid : detail.returned}</p>
    </Panel>
  );
}

function PartiesPanel({ invoice: { issuer, billed_to } }: { invoice: InvoiceDetail }) {
  const { fields: t, detail } = messages();
  return (
    <Panel title={detail.parties}>
      <Party label={t.issuer} party={issuer} />
      <Party label={t.billed_to} party={billed_to} more={`${billed_to.brand_name} (${billed_to.code})`} />
    </Panel>
  );
}

const Party = ({ label, party, more }: { label: string; party: InvoiceIssuer; more?: string }) => (
  <div className={classes.party}>
    <span>{label}</span>
    <strong>{party.name}</strong>
    {more !== undefined && <div>{more}</div>}
    {party.address !== null && <div>{party.address}</div>}
    <div>
      {messages().fields.npwp} {party.npwp === null ? '–' : formatNpwp(party.npwp)}
    </div>
  </div>
);

function CreditNotesPanel({ invoice: { credit_notes } }: { invoice: InvoiceDetail }) {
  const t = messages().detail;
  if (credit_notes.length === 0) return null;
  return (
    <Panel title={t.credit_notes} flush>
      <PanelTable
        label={t.credit_notes}
        columns={buildColumns(false).filter(({ is_hidden }) => is_hidden !== true)}
        rows={credit_notes}
        keyOf={({ id }) => id}
        renderCard={(row) => <InvoiceCard row={row} with_merchant={false} />}
      />
    </Panel>
  );
}
