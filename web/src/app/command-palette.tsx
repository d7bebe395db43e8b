import { Modal, TextInput, UnstyledButton } from '@mantine/core';
import { IconCornerDownLeft, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useSignedIn } from '../api/signed-in.ts';
import { useTexts } from '../ui/texts.ts';
import classes from './command-palette.module.css';
import { type Destination, destinationsOf } from './destinations.ts';
import { visibleNavigation } from './navigation.ts';

/** One search that jumps to any screen, and to any object by its id. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const texts = useTexts();
  const { profile, levelOf } = useSignedIn();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const navigation = visibleNavigation(profile?.role, (group) => levelOf(group) !== 'disabled');
  const found = destinationsOf(typed, navigation, texts);

  const go = (destination: Destination | undefined) => {
    if (!destination) return;
    onClose();
    void navigate({ to: destination.path, search: destination.search ?? {} });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((now) => (now + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter') go(found[chosen]);
  };
  return (
    <Modal.Root opened onClose={onClose} padding={0} size={560} yOffset="12vh">
      <Modal.Overlay />
      {/* Only the content takes the name of the dialog. */}
      <Modal.Content aria-label={texts.search}>
        <Modal.Body>
          <TextInput
            data-autofocus
            variant="unstyled"
            size="md"
            className={classes.input}
            leftSection={<IconSearch size={18} aria-hidden />}
            placeholder={texts.search_prompt}
            aria-label={texts.search}
            role="combobox"
            aria-expanded
            aria-controls="destinations"
            aria-activedescendant={found[chosen] ? `destination-${chosen}` : undefined}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          <div id="destinations" role="listbox" aria-label={texts.search} className={classes.list}>
            {found.map((destination, index) => (
              <UnstyledButton
                key={destination.path + destination.kind}
                id={`destination-${index}`}
                role="option"
                aria-selected={index === chosen}
                tabIndex={-1}
                className={classes.option}
                onMouseEnter={() => setChosen(index)}
                onClick={() => go(destination)}
              >
                <span className={classes.label}>{destination.label}</span>
                <span className={classes.kind}>{destination.kind}</span>
                <IconCornerDownLeft size={14} aria-hidden className={classes.enter} />
              </UnstyledButton>
            ))}
            {found.length === 0 && <div className={classes.none}>{texts.nothing_found}</div>}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
