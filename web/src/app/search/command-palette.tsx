import {
  Button,
  Loader,
  Modal,
  TextInput,
  UnstyledButton,
  VisuallyHidden,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconCornerDownLeft, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { toProblem } from '../../api/problem.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { currentLanguage } from '../../ui/define-messages.ts';
import { showError } from '../../ui/toast.ts';
import { switchLanguage } from '../session/switch-language.ts';
import { type ActionContext, listActions } from './actions.ts';
import classes from './command-palette.module.css';
import { type Destination, listDestinations, toAddress } from './destinations.ts';
import { visibleNavigation } from '../shell/navigation.ts';
import { readRecent, storeRecent } from './recent-destinations.ts';
import { findReach, useSearchHits } from './use-search.ts';
import { messages } from '../shell/messages.ts';

interface CommandPaletteProps {
  onClose: () => void;
  /** The characters that were typed before the field had the focus. */
  consumeTyped: () => string;
}

/** Search that opens any screen, and finds any object by id, number, reference, email, phone or name. */
export function CommandPalette({ onClose, consumeTyped }: CommandPaletteProps) {
  const t = messages().search;
  const { profile, levelOf, role_access } = useSignedIn();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [is_entered, setEntered] = useState(false);
  const user_id = profile?.id ?? '';
  const [recent] = useState(() => readRecent(user_id));
  const navigation = visibleNavigation(profile?.role, (group) => levelOf(group) !== 'disabled');
  const { objects, is_searching, error, retry } = useSearchHits(typed, findReach(profile?.role, role_access));
  const screens = listDestinations(typed, navigation, listActions(typed, useActionContext(levelOf)));
  const is_empty = typed.trim() === '';
  const found: Destination[] = is_empty ? [...recent, ...screens.filter(isNew(recent))] : [...objects, ...screens];
  const selected = Math.min(active, Math.max(0, found.length - 1));

  const go = (destination: Destination | undefined) => {
    if (!destination) return;
    onClose();
    if (destination.run !== undefined) {
      destination.run();
      return;
    }
    const { path, search = {} } = destination;
    if (path === '.') {
      void navigate({ to: '.', search: (before) => ({ ...before, ...search }) });
      return;
    }
    storeRecent(user_id, destination);
    void navigate({ to: path, search });
  };
  // Enter right after pasting an id waits for its results instead of opening a previous one.
  const openEntered = useEffectEvent(() => go(found[selected]));
  useEffect(() => {
    if (is_entered && !is_searching) openEntered();
  }, [is_entered, is_searching]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveSelection(event.key, selected, found.length);
    if (next !== null) {
      event.preventDefault();
      setActive(next);
    }
    // Enter that ends an IME composition selects nothing.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (is_searching && selected === 0) setEntered(true);
    else go(found[selected]);
  };
  return (
    <Modal.Root opened onClose={onClose} padding={0} size={620} yOffset="12vh">
      <Modal.Overlay />
      {/* The accessible name belongs to the content. */}
      <Modal.Content aria-label={t.title}>
        <Modal.Body>
          <TextInput
            data-autofocus
            variant="unstyled"
            size="md"
            className={classes.input}
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={is_searching ? <Loader size={16} aria-hidden /> : null}
            placeholder={t.placeholder}
            aria-label={t.title}
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls="destinations"
            aria-activedescendant={found[selected] ? `destination-${selected}` : undefined}
            aria-busy={is_searching}
            maxLength={100}
            value={typed}
            onFocus={() => {
              const ahead = consumeTyped();
              if (ahead !== '') setTyped(ahead);
            }}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setActive(0);
              setEntered(false);
            }}
            onKeyDown={onKeyDown}
          />
          <VisuallyHidden role="status">
            {is_empty ? '' : is_searching ? t.searching : t.results(objects.length)}
          </VisuallyHidden>
          {error !== null && (
            <div className={classes.failed} role="alert">
              <span>{error.detail}</span>
              <Button size="compact-sm" variant="default" onClick={retry}>
                {t.retry}
              </Button>
            </div>
          )}
          <div id="destinations" role="listbox" aria-label={t.title} className={classes.list}>
            {found.map((destination, index) => (
              <Option
                key={`${destination.kind} ${destination.label} ${toAddress(destination)}`}
                destination={destination}
                index={index}
                is_selected={index === selected}
                head={is_empty && recent.length > 0 && index === 0 ? t.recent : undefined}
                onSelect={() => setActive(index)}
                onOpen={() => go(destination)}
              />
            ))}
            {found.length === 0 && <div className={classes.none}>{is_searching ? t.searching : t.nothing_found}</div>}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Context of actions. */
function useActionContext(levelOf: ActionContext['levelOf']): ActionContext {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  return {
    levelOf,
    switchTheme: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
    switchLanguage: () =>
      void switchLanguage(currentLanguage() === 'en' ? 'id' : 'en').catch((error: unknown) =>
        showError(toProblem(error).detail),
      ),
  };
}

const isNew =
  (recent: readonly Destination[]) =>
  (destination: Destination): boolean =>
    destination.path === '.' || !recent.some((known) => toAddress(known) === toAddress(destination));

/** The index after a key press, wrapping around at the ends; null for other keys. */
function moveSelection(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'PageDown') return Math.min(count - 1, index + 5);
  return key === 'PageUp' ? Math.max(0, index - 5) : null;
}

interface OptionProps {
  destination: Destination;
  index: number;
  is_selected: boolean;
  /** Heading of a group, above its first option. */
  head: string | undefined;
  onSelect: () => void;
  onOpen: () => void;
}

function Option({ destination, index, is_selected, head, onSelect, onOpen }: OptionProps) {
  const option = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (is_selected) option.current?.scrollIntoView({ block: 'nearest' });
  }, [is_selected]);
  return (
    <>
      {head !== undefined && (
        <div className={classes.head} aria-hidden>
          {head}
        </div>
      )}
      <UnstyledButton
        ref={option}
        id={`destination-${index}`}
        role="option"
        aria-selected={is_selected}
        tabIndex={-1}
        className={classes.option}
        onMouseMove={onSelect}
        onClick={onOpen}
      >
        <span className={classes.label}>
          {destination.label}
          {destination.detail && <span className={classes.detail}>{destination.detail}</span>}
        </span>
        <span className={classes.kind}>{destination.kind}</span>
        <IconCornerDownLeft size={14} aria-hidden className={classes.enter} />
      </UnstyledButton>
    </>
  );
}
