/**
 * The symmetric signature of SNAP BI, calculated in the browser: the secret never leaves it. Differences are found by
 * repeating the calculation with the usual mistakes.
 */
import type { SnapEncoding } from '@dasbor/contract/snap-credential';
import { minifyJson, transactionStringToSign } from '@dasbor/contract/snap-signature';

export interface SignatureInput {
  method: string;
  /** Path and query as requested, from the first slash. */
  path: string;
  access_token: string;
  timestamp: string;
  body: string;
  secret: string;
  encoding: SnapEncoding;
}

export interface SignatureSteps {
  minified: string;
  body_sha256: string;
  string_to_sign: string;
  signature: string;
}

/** Differences of a pasted signature or string to sign. The first five are parts of the string, in their order. */
export const DIFFERENCES = [
  'method',
  'path',
  'token',
  'body',
  'timestamp',
  'hash_encoding',
  'algorithm',
  'encoding',
  'secret',
] as const;
export type Difference = (typeof DIFFERENCES)[number];
export type Comparison = { kind: 'same' } | { kind: 'different'; at: Difference } | { kind: 'unknown' };

const UTF8 = new TextEncoder();

export async function calculateSignature(input: SignatureInput): Promise<SignatureSteps> {
  const minified = minifyJson(input.body);
  const body_sha256 = toHex(await sha256(minified));
  const string_to_sign = transactionStringToSign({
    method: input.method,
    relative_url: input.path,
    access_token: input.access_token,
    body_sha256_hex: body_sha256,
    timestamp: input.timestamp,
  });
  const signature = encode(await hmac(input.secret, string_to_sign), input.encoding);
  return { minified, body_sha256, string_to_sign, signature };
}

/** Compares a string to sign part by part. Only the timestamp contains colons, apart from a path with a port or a query. */
export function compareStrings(given: string, steps: SignatureSteps, input: SignatureInput): Comparison {
  const text = given.trim();
  if (text === steps.string_to_sign) return { kind: 'same' };
  const expected = [input.method.toUpperCase(), input.path, input.access_token, steps.body_sha256, input.timestamp];
  const names: Difference[] = ['method', 'path', 'token', 'body', 'timestamp'];
  let rest = text;
  for (const [index, part] of expected.entries()) {
    const is_last = index === expected.length - 1;
    const start = is_last ? part : `${part}:`;
    if (is_last ? rest !== start : !rest.startsWith(start)) return { kind: 'different', at: names[index] ?? 'method' };
    rest = rest.slice(start.length);
  }
  return { kind: 'unknown' };
}

/** Compares a signature; when it differs, finds the first step at which one of the usual mistakes explains it. */
export async function compareSignatures(
  given: string,
  steps: SignatureSteps,
  input: SignatureInput,
): Promise<Comparison> {
  const text = given.trim();
  if (text === steps.signature) return { kind: 'same' };
  for (const [at, variant] of listMistakes(steps, input)) {
    if ((await variant()) === text) return { kind: 'different', at };
  }
  return { kind: 'unknown' };
}

type Mistake = [at: Difference, calculate: () => Promise<string>];

function listMistakes({ body_sha256, minified }: SignatureSteps, input: SignatureInput): Mistake[] {
  const { method, path, access_token, timestamp, body, secret, encoding } = input;
  const sign = async (text: string, key = secret) => encode(await hmac(key, text), encoding);
  const join = (change: Partial<Record<'method' | 'path' | 'token' | 'hash' | 'timestamp', string>>): string => {
    const parts = { method: method.toUpperCase(), path, token: access_token, hash: body_sha256, timestamp, ...change };
    return [parts.method, parts.path, parts.token, parts.hash, parts.timestamp].join(':');
  };
  const correct = join({});
  const paths = [
    `${window.location.origin}${path}`,
    path.replace(/^\/snap/, ''),
    path.replace(/\?.*$/, ''),
    `${path}/`,
  ];
  const times = [toUtc(timestamp), timestamp.replace(/[+-]\d{2}:\d{2}$/, 'Z'), timestamp.replace(/\.\d+/, '')];
  return [
    ['method', () => sign(join({ method: method.toLowerCase() }))],
    ...paths.map((each): Mistake => ['path', () => sign(join({ path: each }))]),
    ['token', () => sign(join({ token: `Bearer ${access_token}` }))],
    ['token', () => sign([method.toUpperCase(), path, body_sha256, timestamp].join(':'))],
    ['body', async () => sign(join({ hash: toHex(await sha256(body)) }))],
    ['body', async () => sign(join({ hash: toHex(await sha256(`${minified}\n`)) }))],
    ['body', async () => sign(join({ hash: toHex(await sha256('')) }))],
    ['body', () => sign(join({ hash: minified }))],
    ['hash_encoding', () => sign(join({ hash: body_sha256.toUpperCase() }))],
    ['hash_encoding', async () => sign(join({ hash: encode(await sha256(minified), 'base64') }))],
    ...times.map((each): Mistake => ['timestamp', () => sign(join({ timestamp: each }))]),
    ['algorithm', async () => encode(await hmac(secret, correct, 'SHA-256'), encoding)],
    ['encoding', async () => encode(await hmac(secret, correct), encoding === 'base64' ? 'hex' : 'base64')],
    ['encoding', async () => encode(await hmac(secret, correct), encoding).toUpperCase()],
    ['secret', () => sign(correct, `${secret}\n`)],
    ['secret', () => sign(correct, secret.trim())],
  ];
}

const toUtc = (timestamp: string): string => {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? timestamp : new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
};

const sha256 = (text: string): Promise<ArrayBuffer> => crypto.subtle.digest('SHA-256', UTF8.encode(text));

async function hmac(secret: string, text: string, hash = 'SHA-512'): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', UTF8.encode(secret), { name: 'HMAC', hash }, false, ['sign']);
  return crypto.subtle.sign('HMAC', key, UTF8.encode(text));
}

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const encode = (bytes: ArrayBuffer, encoding: SnapEncoding): string =>
  encoding === 'hex' ? toHex(bytes) : btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Browsers calculate signatures on pages of a secure origin only. */
export const canCalculate = (): boolean => globalThis.crypto?.subtle !== undefined;
