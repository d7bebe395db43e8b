import { FILTER_IDS_MAX } from '@dasbor/contract/transaction';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { parseIds } from './ids.ts';
import { messages } from './messages.ts';

/** Exact IDs, pasted from a spreadsheet or a message. */
export function IdsEditor({ ids, onApply }: { ids: string; onApply: (ids: string) => void }) {
  const t = messages().ids;
  const [text, setText] = useState(ids.replaceAll(',', '\n'));
  const named = parseIds(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply(named.slice(0, FILTER_IDS_MAX).join(','));
      }}
    >
      <Stack gap={8} w={300}>
        <Textarea
          data-autofocus
          label={t.label}
          description={t.line(FILTER_IDS_MAX)}
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={named.length > FILTER_IDS_MAX ? t.too_many(named.length, FILTER_IDS_MAX) : undefined}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs" disabled={named.length > FILTER_IDS_MAX}>
            {t.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
