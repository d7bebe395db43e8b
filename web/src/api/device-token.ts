/** Tokens of this browser as a remembered device, by the email of the person. They outlive sessions. */
const KEY = 'remembered_devices';

function readAll(): Record<string, string> {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as unknown;
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, string>) : {};
  } catch {
    return {};
  }
}

export const readDeviceToken = (email: string): string | undefined => readAll()[email.toLowerCase()];

export function storeDeviceToken(email: string, token: string): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [email.toLowerCase()]: token }));
}
