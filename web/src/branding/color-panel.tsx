import { toNearestBrandColor, isLegibleBrandColor } from '@dasbor/contract/brand-color';
import { getBranding, saveBranding } from '@dasbor/contract/branding';
import { Button, ColorInput, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { Panel } from '../ui/panel.tsx';
import { showSuccess } from '../ui/toast.ts';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { DEFAULT_COLOR } from './brand-preview.tsx';
import { messages } from './messages.ts';

/** White text is legible on each of these. */
const SWATCHES = ['#2f55c4', '#0b6e4f', '#7a3e12', '#8a1c4a', '#5b3cc4', '#1d2433'];

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

/** Error of the colour, and the nearest one that is allowed. */
function checkColor(text: string): { error: string | null; nearest: string | null } {
  const t = messages().color;
  if (text === '') return { error: null, nearest: null };
  if (!isColor(text)) return { error: t.invalid, nearest: null };
  if (isLegibleBrandColor(text)) return { error: null, nearest: null };
  const nearest = toNearestBrandColor(text);
  return { error: t.too_light(nearest), nearest };
}

export interface ColorPanelProps {
  color: string | null;
  onPreview: (color: string | null) => void;
}

export function ColorPanel({ color, onPreview }: ColorPanelProps) {
  const t = messages().color;
  const client = useQueryClient();
  const may_manage = useHasAccess('Business profile', 'manage');
  const [text, setText] = useState(color ?? '');
  const { error, nearest } = checkColor(text);
  const is_dirty = text !== (color ?? '');
  useUnsavedChanges(is_dirty);
  const change = (next: string) => {
    const given = next.toLowerCase();
    setText(given);
    if (checkColor(given).error === null) onPreview(given === '' ? null : given);
  };
  const saving = useMutation({
    mutationFn: () => call(saveBranding, { body: { color: text === '' ? null : text } }),
    onSuccess: async (saved) => {
      client.setQueryData(buildQueryKey(getBranding), saved);
      await showSuccess(t.saved);
    },
  });
  return (
    <Panel title={t.title}>
      <Stack gap="sm">
        <ColorInput
          label={t.label}
          description={t.description}
          placeholder={DEFAULT_COLOR}
          format="hex"
          swatches={SWATCHES}
          withEyeDropper={false}
          fixOnBlur={false}
          disabled={!may_manage}
          value={text}
          onChange={change}
          error={error}
        />
        <Group gap="xs">
          {nearest !== null && (
            <Button variant="light" size="xs" onClick={() => change(nearest)}>
              {t.use_nearest(nearest)}
            </Button>
          )}
          {text !== '' && may_manage && (
            <Button variant="subtle" size="xs" onClick={() => change('')}>
              {t.reset}
            </Button>
          )}
        </Group>
        <Group justify="space-between" gap="sm">
          <Text fz="sm" c="dimmed" role="status">
            {may_manage ? is_dirty && t.unsaved : t.read_only}
          </Text>
          <Button
            disabled={!may_manage || !is_dirty || error !== null}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {t.save}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
