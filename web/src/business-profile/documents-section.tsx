import {
  type BusinessProfile,
  downloadMerchantDocument,
  removeMerchantDocument,
} from '@dasbor/contract/business-profile';
import type { MerchantDocument } from '@dasbor/contract/business-profile-fields';
import { DOCUMENT_LABELS, REJECT_REASON_LABELS } from '@dasbor/contract/business-profile-labels';
import { formatDay } from '@dasbor/contract/format';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { call } from '../api/call.ts';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { formatBytes } from '../ui/bytes.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { StatusChip } from '../ui/status-chip.tsx';
import { showError } from '../ui/toast.ts';
import classes from './business-profile.module.css';
import { messages } from './messages.ts';
import { UploadButton } from './upload-button.tsx';
import { useProfileChange } from './use-profile.ts';

type Need = BusinessProfile['document_needs'][number];

/** The documents that the legal form and the industry need, each with its file, its state and the provider's reason. */
export function DocumentsSection({ profile, may_manage }: { profile: BusinessProfile; may_manage: boolean }) {
  const t = messages().documents;
  const { document_needs, documents, people } = profile;
  if (document_needs.length === 0) {
    return (
      <Text c="dimmed" fz="sm">
        {t.choose_entity}
      </Text>
    );
  }
  const find = ({ document_type, person_id }: Need) =>
    documents.find((each) => each.document_type === document_type && each.person_id === person_id);
  return document_needs.map((need) => (
    <DocumentRow
      key={`${need.document_type} ${need.person_id}`}
      need={need}
      document={find(need)}
      person={people.find(({ id }) => id === need.person_id)?.name ?? null}
      is_editable={may_manage && !profile.is_locked}
      may_view={may_manage}
    />
  ));
}

interface DocumentRowProps {
  need: Need;
  document: MerchantDocument | undefined;
  person: string | null;
  is_editable: boolean;
  may_view: boolean;
}

const TONES = { uploaded: 'pending', accepted: 'success', rejected: 'danger' } as const;

function DocumentRow({ need, document, person, is_editable, may_view }: DocumentRowProps) {
  const t = messages().documents;
  const label = DOCUMENT_LABELS[need.document_type][currentLanguage()];
  const title = person === null ? label : t.of(label, person);
  return (
    <div className={classes.row} role="group" aria-label={title}>
      <div className={classes.details}>
        <span className={classes.name}>{title}</span>
        {document === undefined ? (
          <span className={classes.quiet}>
            {t.not_uploaded} · {need.is_required ? t.required : t.optional}
          </span>
        ) : (
          <>
            <span className={classes.quiet}>{formatFile(document)}</span>
            {document.reject_reason !== null && <span className={classes.refused}>{formatReason(document)}</span>}
          </>
        )}
      </div>
      <Group gap="xs">
        {document !== undefined && (
          <StatusChip status={document.status} tone={TONES[document.status]} label={t.statuses[document.status]} />
        )}
        <DocumentActions {...{ need, document, title, is_editable, may_view }} />
      </Group>
    </div>
  );
}

function formatFile({ file_name, size_bytes, expires_on }: MerchantDocument): string {
  const t = messages().documents;
  const file = t.file(file_name, formatBytes(size_bytes));
  return expires_on === null ? file : `${file} · ${t.expires_on(formatDay(expires_on, currentLanguage()))}`;
}

function formatReason({ reject_reason, reject_note }: MerchantDocument): string {
  const reason = reject_reason === null ? '' : REJECT_REASON_LABELS[reject_reason][currentLanguage()];
  return messages().documents.refused(reject_note === null ? reason : `${reason}. ${reject_note}`);
}

type ActionsProps = Omit<DocumentRowProps, 'person'> & { title: string };

function DocumentActions({ need, document, title, is_editable, may_view }: ActionsProps) {
  const t = messages().documents;
  const onError = (error: unknown) => void showError(toProblem(error).detail);
  const removal = useProfileChange((id: string) => call(removeMerchantDocument, { params: { id } }), {
    done: t.removed,
  });
  const download = ({ id, file_name }: MerchantDocument) =>
    void downloadFile(downloadMerchantDocument, { params: { id }, file_name }).catch(onError);
  return (
    <>
      {document !== undefined && may_view && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={`${t.download} ${title}`}
          onClick={() => download(document)}
        >
          {t.download}
        </Button>
      )}
      {is_editable && document !== undefined && document.status !== 'accepted' && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconTrash size={16} aria-hidden />}
          aria-label={`${t.remove} ${title}`}
          loading={removal.isPending}
          onClick={() => removal.mutate(document.id, { onError })}
        >
          {t.remove}
        </Button>
      )}
      {is_editable && <UploadButton need={need} title={title} is_replacement={document !== undefined} />}
    </>
  );
}
