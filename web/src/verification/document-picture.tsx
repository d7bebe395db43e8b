import type { MerchantDocument } from '@dasbor/contract/business-profile-fields';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import { toProblem } from '../api/problem.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { messages } from './messages.ts';
import { useDocumentFile } from './use-document-file.ts';
import classes from './verification.module.css';

export interface DocumentPictureProps {
  merchant_id: string;
  document: MerchantDocument;
  /** Description of the document, for screen readers. */
  name: string;
}

/** The scan or the PDF of a document. Each view is recorded in the audit log of the merchant. */
export function DocumentPicture({ merchant_id, document, name }: DocumentPictureProps) {
  const t = messages().documents;
  const { id, content_type, file_name } = document;
  const { url, error, isError, refetch } = useDocumentFile({ merchant_id, id }, content_type);
  if (isError) return <FailedState detail={toProblem(error).detail} onRetry={() => void refetch()} />;
  if (url === null) return <Skeleton h={320} aria-label={t.loading} />;
  if (content_type === 'application/pdf') return <Pdf url={url} file_name={file_name} name={name} />;
  return (
    <a href={url} target="_blank" rel="noreferrer" title={t.zoom} className={classes.scan}>
      <img src={url} alt={t.alt(name)} />
    </a>
  );
}

/** A PDF in the viewer of the browser; phones have none and download it. Its scripts and actions were refused at the upload. */
function Pdf({ url, file_name, name }: { url: string; file_name: string; name: string }) {
  const t = messages().documents;
  const download = (
    <Button
      component="a"
      href={url}
      download={file_name}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t.download}
    </Button>
  );
  if (!navigator.pdfViewerEnabled) {
    return (
      <div className={classes.file}>
        <IconFileTypePdf size={44} stroke={1.3} aria-hidden />
        <Text c="dimmed">{t.pdf}</Text>
        {download}
      </div>
    );
  }
  return (
    <div className={classes.pdf}>
      <iframe src={`${url}#view=FitH&navpanes=0`} title={t.alt(name)} />
      {download}
    </div>
  );
}
