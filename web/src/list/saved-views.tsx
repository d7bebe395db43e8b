import { type SavedView, SAVED_VIEWS_MAX } from '@dasbor/contract/saved-view';
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark, IconCheck, IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import classes from './saved-views.module.css';
import { useSavedViews } from './use-saved-views.ts';
import { type ViewForm, applyView, isViewShown, toViewQuery } from './saved-view-rules.ts';
import { messages } from './messages.ts';

export interface SavedViewsProps<F> {
  /** Name of the list under which the user's views are saved. */
  list: string;
  form: ViewForm<F>;
  filter: F;
  onChange: (part: Partial<F>) => void;
}

/** The user's saved filters of a list: applied with one click, renamed, overwritten, deleted. */
export function SavedViews<F>(props: SavedViewsProps<F>) {
  const { list, form, filter, onChange } = props;
  const [opened, { close, toggle }] = useDisclosure(false);
  const { views } = useSavedViews(list);
  const saved = views.data?.data ?? [];
  const shown = form.isFiltered(filter) ? saved.find(({ query }) => isViewShown(form, filter, query)) : undefined;
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
          {shown?.name ?? messages().views.title}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <ViewList
          {...props}
          saved={saved}
          onApply={(view) => {
            onChange({ ...form.cleared(filter), ...applyView(form, filter, view.query) });
            close();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ViewListProps<F> extends SavedViewsProps<F> {
  saved: readonly SavedView[];
  onApply: (view: SavedView) => void;
}

function ViewList<F>({ list, form, filter, saved, onApply }: ViewListProps<F>) {
  const t = messages().views;
  const { create, update, remove } = useSavedViews(list);
  const [renamed, setRenamed] = useState<string | null>(null);
  const query = toViewQuery(form, filter);
  return (
    <Stack gap={4}>
      {saved.length === 0 && (
        <Text fz="sm" c="dimmed" px={6} pt={4}>
          {t.empty}
        </Text>
      )}
      <ul className={classes.views} aria-label={t.title}>
        {saved.map((view) =>
          view.id === renamed ? (
            <li key={view.id}>
              <NameForm
                label={t.new_name(view.name)}
                name={view.name}
                is_busy={update.isPending}
                onSubmit={(name) => update.mutate({ id: view.id, name }, { onSuccess: () => setRenamed(null) })}
              />
            </li>
          ) : (
            <li key={view.id} className={classes.view}>
              <button type="button" className={classes.apply} onClick={() => onApply(view)}>
                <span className={classes.name}>{view.name}</span>
                {isViewShown(form, filter, view.query) && <IconCheck size={14} aria-label={t.active} />}
              </button>
              {!isViewShown(form, filter, view.query) && form.isFiltered(filter) && (
                <Act label={t.overwrite(view.name)} onClick={() => update.mutate({ id: view.id, query })}>
                  <IconDeviceFloppy size={14} aria-hidden />
                </Act>
              )}
              <Act label={t.rename(view.name)} onClick={() => setRenamed(view.id)}>
                <IconPencil size={14} aria-hidden />
              </Act>
              <Act label={t.delete(view.name)} onClick={() => remove.mutate(view.id)}>
                <IconTrash size={14} aria-hidden />
              </Act>
            </li>
          ),
        )}
      </ul>
      {saved.length >= SAVED_VIEWS_MAX ? (
        <Text fz="xs" c="dimmed" px={6}>
          {t.full(SAVED_VIEWS_MAX)}
        </Text>
      ) : form.isFiltered(filter) ? (
        <NameForm
          key={saved.length}
          label={t.save_as}
          name=""
          is_busy={create.isPending}
          onSubmit={(name) => create.mutate({ name, query })}
        />
      ) : (
        <Text fz="xs" c="dimmed" px={6}>
          {t.set_filter}
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
          {messages().views.save}
        </Button>
      </Group>
    </form>
  );
}
