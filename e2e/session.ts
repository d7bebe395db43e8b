/** Sessions of the sandbox's people, begun at the API: journeys that are not about signing in start signed in. */
import http from 'node:http';
import { DASHBOARD_URL, SANDBOX_PASSWORD } from './sandbox.ts';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** What a browser stores of a session, for `storageState`. */
export const storedSession = ({ access_token, refresh_token }: Tokens) => ({
  cookies: [],
  origins: [
    {
      origin: DASHBOARD_URL,
      localStorage: Object.entries({ access_token, refresh_token, session: 'active' }).map(([name, value]) => ({
        name,
        value,
      })),
    },
  ],
});

/** Half the life of an access token: a journey that begins with one ends before it does. */
const FRESH_MS = 5 * 60_000;
const known = new Map<string, { begun_ms: number; tokens: Promise<Tokens> }>();

/** One session per person for the journeys of some minutes; nobody may refresh or end it. */
export function sharedSession(email: string): Promise<Tokens> {
  const before = known.get(email);
  if (before !== undefined && Date.now() - before.begun_ms < FRESH_MS) return before.tokens;
  const session = { begun_ms: Date.now(), tokens: beginSession(email) };
  known.set(email, session);
  return session.tokens;
}

/** A session of its own, to be refreshed or ended at will. */
export function beginSession(email: string): Promise<Tokens> {
  const body = JSON.stringify({ email, password: SANDBOX_PASSWORD });
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${DASHBOARD_URL}/api/v1/authenticate/login`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        host: '127.0.0.1',
        // Each person from an address of their own, as in life: sign-ins are counted by address.
        localAddress: addressOf(email),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text) as Tokens);
          else reject(new Error(`Signing in as ${email} was answered ${response.statusCode}: ${text}`));
        });
      },
    );
    request.once('error', reject).end(body);
  });
}

/** An address of the loopback network, the same for the same person while this worker lives. */
function addressOf(email: string): string {
  const sum = [...email, ...String(process.pid)].reduce(
    (total, letter) => (total * 31 + letter.charCodeAt(0)) % 62_500,
    7,
  );
  return `127.0.${1 + Math.floor(sum / 250)}.${2 + (sum % 250)}`;
}
