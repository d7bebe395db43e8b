/** Where to go after sign-in (specification section 2, decisions: only same-origin paths are followed). */

/** A path of this dashboard, or `/` where the value is anything else. */
export function safeRedirect(value: string | undefined, origin = window.location.origin): string {
  if (!value?.startsWith('/')) return '/';
  try {
    const target = new URL(value, origin);
    const leads_out = target.origin !== origin || target.pathname.startsWith('//');
    if (leads_out || target.pathname === '/login') return '/';
    return target.pathname + target.search + target.hash;
  } catch {
    return '/';
  }
}
