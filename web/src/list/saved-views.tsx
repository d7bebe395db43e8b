import { type SavedView, VIEWS_MAX } from '@dasbor/contract/saved-view';
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark, IconCheck, IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { FilterEnds, FilterForm } from './filter.ts';
import classes from './saved-views.module.css';
import { useSavedViews } from './use-saved-views.ts';
import { applyView, isViewShown, toViewQuery } from './saved-view-rules.ts';

export interface SavedViewsProps<F extends FilterEnds> {
  /** Name of the list, under which the person's views of it are kept. */
  list: string;
  form: FilterForm<F>;
  filter: F;
  onChange: (part: Partial<F>) => void;
}

/** The person's own filters of a list, by name: applied in one click, renamed, overwritten, deleted. */
export function SavedViews<F extends FilterEnds>(props: SavedViewsProps<F>) {
  const { list, form, filter, onChange } = props;
  const [opened, { close, toggle }] = useDisclosure(false);
  const { views } = useSavedViews(list);
  const kept = views.data?.data ?? [];
  const shown = form.isFiltered(filter) ? kept.find(({ query }) => isViewShown(form, filter, query)) : undefined;
  return (
    <Popover
      opened={opened}
      onChange={toggle}
      onDismiss={close}
      position="bottom-start"
      shadow="md"
      width={300}
      trapFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={toggle}
          aria-expanded={opened}
        >
          {shown?.name ?? 'Views'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <ViewList
          {...props}
          kept={kept}
          onApply={(view) => {
            onChange({ ...form.cleared(filter), ...applyView(form, filter, view.query) });
            close();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ViewListProps<F extends FilterEnds> extends SavedViewsProps<F> {
  kept: readonly SavedView[];
  onApply: (view: SavedView) => void;
}

function ViewList<F extends FilterEnds>({ list, form, filter, kept, onApply }: ViewListProps<F>) {
  const { create, update, remove } = useSavedViews(list);
  const [renamed, setRenamed] = useState<string | null>(null);
  const query = toViewQuery(form, filter);
  return (
    <Stack gap={4}>
      {kept.length === 0 && (
        <Text fz="sm" c="dimmed" px={6} pt={4}>
          Name the filter on the screen, and have it back in one click.
        </Text>
      )}
      <ul className={classes.views} aria-label="Saved views">
        {kept.map((view) =>
          view.id === renamed ? (
            <li key={view.id}>
              <NameForm
                label={`New name of ${view.name}`}
                name={view.name}
                is_busy={update.isPending}
                onSubmit={(name) => update.mutate({ id: view.id, name }, { onSuccess: () => setRenamed(null) })}
              />
            </li>
          ) : (
            <li key={view.id} className={classes.view}>
              <button type="button" className={classes.apply} onClick={() => onApply(view)}>
                <span className={classes.name}>{view.name}</span>
                {isViewShown(form, filter, view.query) && <IconCheck size={14} aria-label="Shown now" />}
              </button>
              {!isViewShown(form, filter, view.query) && form.isFiltered(filter) && (
                <Act
                  label={`Let ${view.name} stand for this filter`}
                  onClick={() => update.mutate({ id: view.id, query })}
                >
                  <IconDeviceFloppy size={14} aria-hidden />
                </Act>
              )}
              <Act label={`Rename ${view.name}`} onClick={() => setRenamed(view.id)}>
                <IconPencil size={14} aria-hidden />
              </Act>
              <Act label={`Delete ${view.name}`} onClick={() => remove.mutate(view.id)}>
                <IconTrash size={14} aria-hidden />
              </Act>
            </li>
          ),
        )}
      </ul>
      {kept.length >= VIEWS_MAX ? (
        <Text fz="xs" c="dimmed" px={6}>
          A list has room for {VIEWS_MAX} views.
        </Text>
      ) : form.isFiltered(filter) ? (
        <NameForm
          key={kept.length}
          label="Save this filter as"
          name=""
          is_busy={create.isPending}
          onSubmit={(name) => create.mutate({ name, query })}
        />
      ) : (
        <Text fz="xs" c="dimmed" px={6}>
          Set a filter to save it as a view.
        </Text>
      )}
    </Stack>
  );
}

const Act = (props: { label: string; onClick: () => void; children: React.ReactNode }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size={26}
    aria-label={props.label}
    title={props.label}
    onClick={props.onClick}
  >
    {props.children}
  </ActionIcon>
);

/** Names a view. */
function NameForm(props: { label: string; name: string; is_busy: boolean; onSubmit: (name: string) => void }) {
  const [name, setName] = useState(props.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') props.onSubmit(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group gap={6} wrap="nowrap" align="flex-end" px={6} py={4}>
        <TextInput
          data-autofocus
          size="xs"
          label={props.label}
          value={name}
          maxLength={40}
          onChange={(event) => setName(event.currentTarget.value)}
          style={{ flex: 1 }}
        />
        <Button type="submit" size="xs" loading={props.is_busy} disabled={name.trim() === ''}>
          Save
        </Button>
      </Group>
    </form>
  );
}
