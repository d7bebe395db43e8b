/** Upload and removal of a picture. A refusal is kept for the place of the picture. */
import type { Upload } from '@dasbor/contract/upload';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toProblem } from './problem.ts';

class TooLargeError extends Error {}

export interface PictureChanges<Result> {
  limits: Upload;
  /** The text about a file above the limit. */
  too_large: string;
  upload: (form: FormData) => Promise<Result>;
  remove: () => Promise<Result>;
  onDone: (result: Result, change: 'uploaded' | 'removed') => Promise<void>;
}

export function usePictureChanges<Result>({ limits, too_large, upload, remove, onDone }: PictureChanges<Result>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const shared = {
    meta: { quiet: true },
    onMutate: () => setRefusal(null),
    onError: (error: Error) => setRefusal(error instanceof TooLargeError ? error.message : toProblem(error).detail),
  };
  const uploading = useMutation({
    ...shared,
    mutationFn: (file: File) => {
      // Refused here already, because the server cuts the connection of a much larger file.
      if (file.size > limits.max_bytes) throw new TooLargeError(too_large);
      const form = new FormData();
      form.append(limits.field, file);
      return upload(form);
    },
    onSuccess: (result) => onDone(result, 'uploaded'),
  });
  const removal = useMutation({ ...shared, mutationFn: remove, onSuccess: (result) => onDone(result, 'removed') });
  return {
    refusal,
    onFile: (file: File) => uploading.mutate(file),
    onRemove: () => removal.mutate(),
    is_uploading: uploading.isPending,
    is_removing: removal.isPending,
  };
}
