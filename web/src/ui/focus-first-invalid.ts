/** Focuses the first invalid field of a form once it is rendered as such. A dropdown has no name, but is marked as well. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
