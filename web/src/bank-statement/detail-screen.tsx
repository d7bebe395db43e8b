import {
  type BankStatement,
  getBankStatement,
  listBankStatements,
  listStatementLines,
  matchBankStatement,
} from '@dasbor/contract/bank-statement';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { formatCount } from '../ui/amount.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PanelStack } from '../ui/panel-layout.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SenAmount } from '../ui/sen-amount.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { LinesPanel } from './lines-panel.tsx';
import { messages } from './messages.ts';
import { formatStatementDays, formatStatementName } from './statement-name.ts';

/** One statement: what is explained, and its lines; `?q=` searches them. */
export function BankStatementDetailScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const detail = useQuery({ ...buildQuery(getBankStatement, { params: { id } }), meta: { quiet: true } });
  useBackOnEscape('/bank-statement');
  if (detail.isPending) return <ScreenSkeleton />;
  if (detail.data !== undefined) return <Detail statement={detail.data.data} />;
  const { status_code, detail: message, request_id } = detail.error;
  const t = messages();
  return (
    <Panel>
      <BackToList path="/bank-statement" label={t.title} />
      {status_code === 404 ? (
        <EmptyState title={t.detail.not_found}>{t.detail.not_found_line}</EmptyState>
      ) : (
        <FailedState detail={message} request_id={request_id} onRetry={() => void detail.refetch()} />
      )}
    </Panel>
  );
}

function Detail({ statement }: { statement: BankStatement }) {
  const t = messages();
  const { q } = useSearch({ strict: false });
  return (
    <>
      <PageHeader
        back={<BackToList path="/bank-statement" label={t.title} />}
        title={formatStatementName(statement)}
        line={`${formatStatementDays(statement)} · ${statement.file_name}`}
        actions={<RematchButton id={statement.id} />}
      />
      <DetailTabs
        record={statement}
        audit={{ object_types: ['bank_statement'], object_id: statement.id, log: 'provider' }}
      >
        <PanelStack>
          <TotalsPanel statement={statement} />
          <LinesPanel key={`${statement.id} ${q ?? ''}`} statement={statement} text={q} />
        </PanelStack>
      </DetailTabs>
    </>
  );
}

function RematchButton({ id }: { id: string }) {
  const t = messages();
  const client = useQueryClient();
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const match = useMutation({
    mutationFn: () => call(matchBankStatement, { params: { id } }),
    meta: { quiet: true },
    onSuccess: async () => {
      for (const route of [getBankStatement, listBankStatements, listStatementLines]) {
        void client.invalidateQueries({ queryKey: buildQueryKey(route) });
      }
      await showSuccess(t.detail.rematched);
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <ActionButton
      variant="default"
      disabled_reason={may_manage ? undefined : t.denied}
      loading={match.isPending}
      onClick={() => match.mutate()}
    >
      {t.detail.rematch}
    </ActionButton>
  );
}

function TotalsPanel({ statement }: { statement: BankStatement }) {
  const { fields: t, detail } = messages();
  const explained = (amount: number, cents: number, count: number) => (
    <>
      <SenAmount amount={amount} cents={cents} strong /> ({formatCount(count)})
    </>
  );
  return (
    <Panel title={detail.totals}>
      <DetailList
        rows={[
          [t.opening, <SenAmount key="opening" amount={statement.opening_balance} cents={statement.opening_cents} />],
          [t.matched, explained(statement.matched_amount, 0, statement.matched_count)],
          [
            t.written_off,
            explained(statement.written_off_amount, statement.written_off_cents, statement.written_off_count),
          ],
          [t.open, explained(statement.open_amount, statement.open_cents, statement.open_count)],
          [t.closing, <SenAmount key="closing" amount={statement.closing_balance} cents={statement.closing_cents} />],
          [t.uploaded, <Instant key="uploaded" at={statement.uploaded_at} />],
          [t.uploaded_by, statement.uploaded_by],
        ]}
      />
      <p>{detail.check}</p>
    </Panel>
  );
}
