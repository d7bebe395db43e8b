/** Focuses the first invalid field of a form once it is rendered as such; without one, shows the message of the form. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    // A dropdown has no name, but is marked as well.
    const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else form?.querySelector('[role="alert"]')?.scrollIntoView?.({ block: 'center' });
  });
}
