/**
 * The server requires Trusted Types. Mantine writes the content of its <style> elements as text,
 * which counts as HTML: text without tags is allowed, everything else is rejected.
 */
interface Policies {
  createPolicy: (name: string, rules: Record<string, (value: string) => string | null>) => unknown;
}

/** Allows strings without tags as HTML; rejects all others. */
export const allowHtmlWithoutTags = (value: string): string | null => (value.includes('<') ? null : value);

/** Allows the product's own worker of the bot check; rejects every other address of a script. */
export const allowOwnWorker = (value: string): string | null => {
  const { origin, pathname } = new URL(value, window.location.href);
  return origin === window.location.origin && /^\/assets\/bot-check-worker-[\w-]+\.js$/.test(pathname) ? value : null;
};

export function installTrustedTypes(): void {
  const policies = (window as { trustedTypes?: Policies }).trustedTypes;
  policies?.createPolicy('default', {
    createHTML: allowHtmlWithoutTags,
    createScript: () => null,
    createScriptURL: allowOwnWorker,
  });
}
