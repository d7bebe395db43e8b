import { type Upload, formatAcceptedTypes } from '@dasbor/contract/upload';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

export interface PictureFieldProps {
  /** The current picture, or its placeholder. */
  picture: ReactNode;
  has_picture: boolean;
  line: string;
  /** Why the last change was refused. */
  refusal: string | null;
  /** Without it there are no buttons. */
  may_change: boolean;
  limits: Upload;
  labels: { upload: string; replace: string; remove: string };
  onFile: (file: File) => void;
  onRemove: () => void;
  is_uploading: boolean;
  is_removing: boolean;
}

/** A picture that is uploaded, replaced and removed at once. */
export function PictureField(props: PictureFieldProps) {
  const { picture, has_picture, line, refusal, may_change, limits, labels, onFile, onRemove } = props;
  const resetFile = useRef<() => void>(null);
  return (
    <Stack gap="sm">
      <Group gap="md" wrap="nowrap">
        {picture}
        <Text fz="sm" c="dimmed">
          {line}
        </Text>
      </Group>
      {refusal !== null && (
        <Text fz="sm" c="var(--mantine-color-error)" role="alert">
          {refusal}
        </Text>
      )}
      {may_change && (
        <Group gap="xs">
          <FileButton
            accept={formatAcceptedTypes(limits)}
            resetRef={resetFile}
            onChange={(file) => {
              if (file !== null) onFile(file);
              // The same file may be chosen again after an error.
              resetFile.current?.();
            }}
          >
            {(button) => (
              <Button {...button} leftSection={<IconUpload size={16} aria-hidden />} loading={props.is_uploading}>
                {has_picture ? labels.replace : labels.upload}
              </Button>
            )}
          </FileButton>
          {has_picture && (
            <Button
              variant="default"
              leftSection={<IconTrash size={16} aria-hidden />}
              loading={props.is_removing}
              onClick={onRemove}
            >
              {labels.remove}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
