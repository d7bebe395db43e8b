import { Alert, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from './confirm-modal.tsx';

export interface OverlapModalProps<Hours extends number> {
  texts: {
    title: string;
    overlap: string;
    overlaps: Record<Hours, string>;
    submit: string;
  };
  /** Description of the replacement. */
  line: string;
  choices: readonly Hours[];
  /** The choice at first. */
  preset: Hours;
  is_busy: boolean;
  /** Why the server refused the change. */
  refusal: string | undefined;
  onConfirm: (overlap_hours: Hours) => void;
  onClose: () => void;
}

/** Replaces a secret: the user chooses how long the former one stays valid. */
export function OverlapModal<Hours extends number>({ texts: t, choices, preset, ...props }: OverlapModalProps<Hours>) {
  const [overlap_hours, setOverlap] = useState(preset);
  return (
    <ConfirmModal
      opened
      title={t.title}
      confirm={t.submit}
      is_busy={props.is_busy}
      onConfirm={() => props.onConfirm(overlap_hours)}
      onClose={props.onClose}
    >
      <Stack gap="md">
        <Text fz="sm">{props.line}</Text>
        <Radio.Group
          label={t.overlap}
          value={String(overlap_hours)}
          onChange={(value) => setOverlap(choices.find((hours) => String(hours) === value) ?? preset)}
        >
          <Stack gap={8} mt={8}>
            {choices.map((hours) => (
              <Radio key={hours} value={String(hours)} label={t.overlaps[hours]} />
            ))}
          </Stack>
        </Radio.Group>
        {props.refusal !== undefined && (
          <Alert color="red" role="alert">
            {props.refusal}
          </Alert>
        )}
      </Stack>
    </ConfirmModal>
  );
}
