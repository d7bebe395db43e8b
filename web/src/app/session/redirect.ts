/** The redirect after sign-in (specification section 2; only same-origin paths are followed). */

/** A path of this dashboard; `/` for any other value. */
export function safeRedirect(value: string | undefined, origin = window.location.origin): string {
  if (!value?.startsWith('/')) return '/';
  try {
    const target = new URL(value, origin);
    const is_foreign = target.origin !== origin || target.pathname.startsWith('//');
    if (is_foreign || target.pathname === '/login') return '/';
    return target.pathname + target.search + target.hash;
  } catch {
    return '/';
  }
}
