import type { MerchantDocument } from '@dasbor/contract/business-profile-fields';
import { DOCUMENT_LABELS, REJECT_REASON_LABELS } from '@dasbor/contract/business-profile-labels';
import { type VerificationReview, acceptMerchantDocument } from '@dasbor/contract/verification';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Callout } from '../ui/callout.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { DocumentDetails } from './document-details.tsx';
import { DocumentPicture } from './document-picture.tsx';
import { messages } from './messages.ts';
import { RejectDocumentModal } from './reject-document-modal.tsx';
import { useDecision } from './use-review.ts';
import classes from './verification.module.css';

const TONES = { uploaded: 'warning', accepted: 'success', rejected: 'danger' } as const;
const DECIDABLE: readonly string[] = ['submitted', 'in_review', 'approved', 'under_re_review'];

export function formatDocument(review: VerificationReview, { document_type, person_id }: MerchantDocument): string {
  const name = DOCUMENT_LABELS[document_type][currentLanguage()];
  const person = review.people.find(({ id }) => id === person_id);
  return person === undefined ? name : messages().documents.of(name, person.name);
}

/** The documents one by one: the scan next to the data that it proves, accepted or rejected by button or key. */
export function DocumentReview({ review, may_manage }: { review: VerificationReview; may_manage: boolean }) {
  const t = messages().documents;
  const { documents } = review;
  const [chosen, setChosen] = useState<string | null>(null);
  const first = documents.find(({ status }) => status === 'uploaded') ?? documents[0];
  const shown = documents.find(({ id }) => id === chosen) ?? first;
  const index = shown === undefined ? -1 : documents.indexOf(shown);
  const go = (change: number) => {
    const next = documents[index + change];
    if (next !== undefined) setChosen(next.id);
  };
  useHotkeys([
    ['j', () => go(1)],
    ['k', () => go(-1)],
  ]);
  return (
    <Panel title={t.title}>
      {shown === undefined ? (
        <Text c="dimmed">{t.none}</Text>
      ) : (
        <div className={classes.review}>
          <nav aria-label={t.list} className={classes.list}>
            {documents.map((document) => (
              <button
                key={document.id}
                type="button"
                className={classes.item}
                aria-current={document === shown || undefined}
                onClick={() => setChosen(document.id)}
              >
                <span>{formatDocument(review, document)}</span>
                <StatusChip
                  status={document.status}
                  tone={TONES[document.status]}
                  label={t.statuses[document.status]}
                />
              </button>
            ))}
          </nav>
          <Shown key={shown.id} review={review} document={shown} may_manage={may_manage} onDecided={() => go(1)} />
        </div>
      )}
    </Panel>
  );
}

interface ShownProps {
  review: VerificationReview;
  document: MerchantDocument;
  may_manage: boolean;
  /** Goes on to the next document. */
  onDecided: () => void;
}

function Shown({ review, document, may_manage, onDecided }: ShownProps) {
  const t = messages().documents;
  const { merchant_id } = review;
  const [is_rejecting, setRejecting] = useState(false);
  const name = formatDocument(review, document);
  const may_decide = may_manage && DECIDABLE.includes(review.verification_status);
  const acceptance = useDecision(
    merchant_id,
    () => call(acceptMerchantDocument, { params: { merchant_id, id: document.id } }),
    { done: messages().toasts.accepted, onDone: onDecided },
  );
  const accept = () => {
    if (may_decide && document.status !== 'accepted' && !acceptance.isPending) acceptance.mutate();
  };
  useHotkeys([
    ['a', accept],
    ['r', () => may_decide && setRejecting(true)],
  ]);
  const { reject_reason, reject_note } = document;
  return (
    <>
      <DocumentPicture merchant_id={merchant_id} document={document} name={name} />
      <Stack gap="sm">
        <Title order={3} fz="md">
          {name}
        </Title>
        {reject_reason !== null && (
          <Callout kind="warning">
            {[REJECT_REASON_LABELS[reject_reason][currentLanguage()], reject_note].filter(Boolean).join('. ')}
          </Callout>
        )}
        <section aria-label={t.data}>
          <DocumentDetails review={review} document={document} />
        </section>
        {may_decide && (
          <>
            <Group gap="xs">
              <Button disabled={document.status === 'accepted'} loading={acceptance.isPending} onClick={accept}>
                {t.accept}
              </Button>
              <Button variant="default" onClick={() => setRejecting(true)}>
                {t.reject}
              </Button>
            </Group>
            <Text c="dimmed" fz="xs">
              {t.keys}
            </Text>
          </>
        )}
      </Stack>
      {is_rejecting && (
        <RejectDocumentModal
          merchant_id={merchant_id}
          id={document.id}
          name={name}
          onDone={onDecided}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}
