import { IDS_MAX } from '@dasbor/contract/transaction';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { parseIds } from './ids.ts';

/** Exact ids, as they are pasted out of a spreadsheet or a message. */
export function IdsEditor({ ids, onApply }: { ids: string; onApply: (ids: string) => void }) {
  const [text, setText] = useState(ids.replaceAll(',', '\n'));
  const named = parseIds(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onApply(named.slice(0, IDS_MAX).join(','));
      }}
    >
      <Stack gap={8} w={300}>
        <Textarea
          data-autofocus
          label="Exact ids"
          description={`Transaction ids, your references, RRNs or bank references; up to ${IDS_MAX}`}
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={named.length > IDS_MAX ? `${named.length} are too many; ${IDS_MAX} at once.` : undefined}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs" disabled={named.length > IDS_MAX}>
            Apply
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
