/**
 * Focuses the first invalid field of a form once it is rendered as such; without one, shows the message of the form. A field
 * that the user has chosen meanwhile keeps the focus.
 */
export function focusFirstInvalid(form: HTMLElement | null): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const chosen = document.activeElement;
    if (chosen !== before && chosen !== document.body && form?.contains(chosen) === true) return;
    // A dropdown has no name, but is marked as well.
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else form?.querySelector('[role="alert"]')?.scrollIntoView?.({ block: 'center' });
  });
}
