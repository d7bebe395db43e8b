/**
 * The server demands Trusted Types. Mantine writes the content of its <style> elements as text,
 * which counts as HTML; markup has no business there. Everything else is refused.
 */
interface Policies {
  createPolicy: (name: string, rules: Record<string, (value: string) => string | null>) => unknown;
}

/** The only strings that may pass as HTML: those without a tag. */
export const htmlWithoutTags = (value: string): string | null => (value.includes('<') ? null : value);

export function installTrustedTypes(): void {
  const policies = (window as { trustedTypes?: Policies }).trustedTypes;
  policies?.createPolicy('default', {
    createHTML: htmlWithoutTags,
    createScript: () => null,
    createScriptURL: () => null,
  });
}
