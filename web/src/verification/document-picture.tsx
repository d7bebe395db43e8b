import type { MerchantDocument } from '@dasbor/contract/business-profile-fields';
import { viewMerchantDocument } from '@dasbor/contract/verification';
import { Button, Skeleton, Text } from '@mantine/core';
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { downloadFile, readFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { showError } from '../ui/toast.ts';
import { messages } from './messages.ts';
import classes from './verification.module.css';

export interface DocumentPictureProps {
  merchant_id: string;
  document: MerchantDocument;
  /** What the document is, for screen readers. */
  name: string;
}

/** The scan of a document; a PDF is downloaded. Each view is recorded in the audit log of the merchant. */
export function DocumentPicture({ merchant_id, document, name }: DocumentPictureProps) {
  const t = messages().documents;
  const params = { merchant_id, id: document.id };
  if (document.content_type === 'application/pdf') {
    return (
      <div className={classes.file}>
        <IconFileTypePdf size={44} stroke={1.3} aria-hidden />
        <Text c="dimmed">{t.pdf}</Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            void downloadFile(viewMerchantDocument, { params, file_name: document.file_name }).catch((error: unknown) =>
              showError(toProblem(error).detail),
            )
          }
        >
          {t.download}
        </Button>
      </div>
    );
  }
  return <Scan params={params} name={name} />;
}

function Scan({ params, name }: { params: { merchant_id: string; id: string }; name: string }) {
  const t = messages().documents;
  // Kept for the screen only: identity documents do not stay in memory.
  const scan = useQuery({
    queryKey: ['document-scan', params.id],
    queryFn: () => readFile(viewMerchantDocument, { params }),
    gcTime: 0,
    staleTime: Infinity,
    meta: { quiet: true },
  });
  const url = useObjectUrl(scan.data);
  if (scan.isError) {
    return <FailedState detail={toProblem(scan.error).detail} onRetry={() => void scan.refetch()} />;
  }
  if (url === null) return <Skeleton h={320} aria-label={t.loading} />;
  return (
    <a href={url} target="_blank" rel="noreferrer" title={t.zoom} className={classes.scan}>
      <img src={url} alt={t.alt(name)} />
    </a>
  );
}

/** An address of the blob while it is shown. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const url = useMemo(() => (blob === undefined ? null : URL.createObjectURL(blob)), [blob]);
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  return url;
}
