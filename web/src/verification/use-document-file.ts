import { viewMerchantDocument } from '@dasbor/contract/verification';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { readFile } from '../api/download.ts';

/** The file of a document, and an address of it. It is kept for the screen only: identity documents do not stay in memory. */
export function useDocumentFile(params: { merchant_id: string; id: string }, content_type: string) {
  const file = useQuery({
    queryKey: ['document-file', params.id],
    queryFn: () => readFile(viewMerchantDocument, { params }),
    gcTime: 0,
    staleTime: Infinity,
    meta: { quiet: true },
  });
  return { ...file, url: useObjectUrl(file.data, content_type) };
}

/** An address of the blob while it is shown. The type is the one that the upload was inspected for, whatever was answered. */
function useObjectUrl(blob: Blob | undefined, content_type: string): string | null {
  const url = useMemo(
    () => (blob === undefined ? null : URL.createObjectURL(new Blob([blob], { type: content_type }))),
    [blob, content_type],
  );
  useEffect(() => () => void (url !== null && URL.revokeObjectURL(url)), [url]);
  return url;
}
