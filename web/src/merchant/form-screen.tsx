import { getMerchant } from '@dasbor/contract/merchant';
import { getVerification } from '@dasbor/contract/verification';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { BackToList } from '../list/back-to-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { type EditedMerchant, MerchantFields } from './form-fields.tsx';
import { messages } from './messages.ts';
import { formMessages } from './form-messages.ts';

const Back = () => <BackToList path="/merchant" label={messages().title} />;

/** Adds a merchant and invites its owner. */
export function AddMerchantScreen() {
  const may_manage = useHasAccess('Merchants', 'manage');
  return may_manage ? <FormScreen /> : <NotAllowed />;
}

/** Changes the business data of a merchant. */
export function EditMerchantScreen() {
  const { id } = useParams({ from: '/protected/edit-merchant/$id' });
  const may_manage = useHasAccess('Merchants', 'manage');
  const merchant = useQuery({ ...buildQuery(getMerchant, { params: { merchant_id: id } }), meta: { quiet: true } });
  const may_review = useHasAccess('Verification', 'view');
  const review = useQuery({
    ...buildQuery(getVerification, { params: { merchant_id: id } }),
    meta: { quiet: true },
    enabled: may_review,
  });
  if (!may_manage) return <NotAllowed />;
  if (merchant.isPending || (may_review && review.isPending)) return <ScreenSkeleton />;
  // People stay as they are when they cannot be read.
  if (merchant.data !== undefined)
    return <FormScreen edited={{ merchant: merchant.data.data, review: review.data?.data }} />;
  const { status_code, detail, request_id } = merchant.error;
  return (
    <Panel>
      <Back />
      {status_code === 404 || status_code === 400 ? (
        <EmptyState title={messages().detail.not_found}>{messages().detail.not_found_line}</EmptyState>
      ) : (
        <FailedState detail={detail} request_id={request_id} onRetry={() => void merchant.refetch()} />
      )}
    </Panel>
  );
}

function FormScreen({ edited }: { edited?: EditedMerchant }) {
  const t = formMessages().form;
  return (
    <>
      <PageHeader
        title={edited === undefined ? t.add_title : t.edit_title(edited.merchant.brand_name)}
        back={<Back />}
        line={edited === undefined ? t.add_line : t.edit_line}
      />
      <MerchantFields {...(edited === undefined ? {} : { edited })} />
    </>
  );
}

const NotAllowed = () => (
  <Panel>
    <Back />
    <EmptyState title={formMessages().form.denied_title}>{formMessages().form.denied}</EmptyState>
  </Panel>
);
