/** A popover that opens inside another one: Escape then closes the inner one alone. */
import { useDisclosure } from '@mantine/hooks';
import { createContext, use, useState } from 'react';

/** Notifies the outer popover whether an inner one is open. */
export const OuterPopover = createContext<(has_inner: boolean) => void>(() => undefined);

/** State of a popover whose content may open another one; its content is inside `OuterPopover` with `setInner`. */
export function useOuterPopover() {
  const [has_inner, setInner] = useState(false);
  // The content, and with it any inner popover, goes when the outer one closes.
  const [opened, { toggle, close, open }] = useDisclosure(false, { onClose: () => setInner(false) });
  const popover = { opened, closeOnEscape: !has_inner, onChange: (next: boolean) => (next ? open() : close()) };
  return { popover, opened, toggle, close, setInner };
}

/** State of a popover that may stand inside another one. */
export function useInnerPopover() {
  const setInner = use(OuterPopover);
  return useDisclosure(false, { onOpen: () => setInner(true), onClose: () => setInner(false) });
}
