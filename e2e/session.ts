/** Sessions of sandbox users, created through the API: journeys that do not test sign-in start signed in. */
import http from 'node:http';
import { APPROVER, APPROVER_SECRET, nextCode } from './one-time-code.ts';
import { DASHBOARD_URL, SANDBOX_PASSWORD } from './sandbox.ts';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** The stored session of a browser, for `storageState`. */
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

/** A journey that starts with a session ends before its sign-in no longer counts as a step-up (five minutes). */
const FRESH_MS = 3 * 60_000;
const known = new Map<string, { started_ms: number; tokens: Promise<Tokens> }>();

/** One session per user, shared by journeys for some minutes; it must not be refreshed or ended. */
export function sharedSession(email: string): Promise<Tokens> {
  const before = known.get(email);
  if (before !== undefined && Date.now() - before.started_ms < FRESH_MS) return before.tokens;
  const session = { started_ms: Date.now(), tokens: createSession(email) };
  known.set(email, session);
  return session.tokens;
}

/** A separate session, which may be refreshed or ended. */
export async function createSession(email: string, password = SANDBOX_PASSWORD): Promise<Tokens> {
  const answer = await requestSession(email, password);
  if (answer.status === 401 && answer.text.includes('"wrong_code"')) {
    // An earlier worker used the code.
    return createSession(email, password);
  }
  if (answer.status !== 200) throw new Error(`Signing in as ${email} returned ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text) as Tokens;
}

async function requestSession(email: string, password: string): Promise<{ status: number | undefined; text: string }> {
  const otp = email === APPROVER ? { otp: await nextCode(APPROVER_SECRET) } : {};
  const body = JSON.stringify({ email, password, ...otp });
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${DASHBOARD_URL}/api/v1/authenticate/login`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        host: '127.0.0.1',
        // Each user has a separate address: sign-ins are rate limited by address.
        localAddress: toLoopbackAddress(email),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => resolve({ status: response.statusCode, text }));
      },
    );
    request.once('error', reject).end(body);
  });
}

/** A loopback address, the same for the same user in this worker. */
function toLoopbackAddress(email: string): string {
  const sum = [...email, ...String(process.pid)].reduce(
    (total, character) => (total * 31 + character.charCodeAt(0)) % 62_500,
    7,
  );
  return `127.0.${1 + Math.floor(sum / 250)}.${2 + (sum % 250)}`;
}
