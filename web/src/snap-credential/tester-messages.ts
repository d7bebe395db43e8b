/** Texts of the signature tester. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  title: 'Signature tester',
  line: 'Shows each step of the symmetric signature. Everything is calculated in this browser; the secret is not sent.',
  insecure: 'The browser calculates signatures only over HTTPS or on localhost. Open the dashboard there.',
  method: 'HTTP method',
  path: 'Path',
  access_token: 'Access token',
  token_line: 'Without Bearer.',
  timestamp: 'X-TIMESTAMP',
  now: 'Now',
  body: 'Request body',
  secret: 'Client secret',
  encoding: 'Signature encoding',
  encodings: { base64: 'Base64', hex: 'Hexadecimal' },
  given_signature: 'Your signature',
  given_signature_line: 'The X-SIGNATURE of your server, to compare.',
  given_string: 'Your string to sign',
  given_string_line: 'What your server signs, to compare part by part.',
  submit: 'Calculate',
  missing: 'Enter the path, the timestamp and the client secret.',
  steps: {
    minified: '1. Minified body',
    body_sha256: '2. SHA-256 of the body, lower-case hexadecimal',
    string_to_sign: '3. String to sign',
    signature: '4. HMAC-SHA512 of the string: X-SIGNATURE',
  },
  empty_body: '(empty)',
  results: {
    same: 'Your signature is correct.',
    string_same: 'Your string to sign is correct.',
    unknown:
      'Your signature differs and matches no common mistake. Compare the client secret, then paste your string to sign.',
    string_unknown: 'Your string to sign differs.',
  },
  first: 'First difference',
  differences: {
    method: 'HTTP method: use upper case, as in POST.',
    path: 'Path: use the path as requested, with /snap, without the host, and with any query.',
    token: 'Access token: use the token alone, without Bearer, between the path and the hash.',
    body: 'Body: hash the minified JSON that you send, without spaces and line breaks between its parts.',
    timestamp: 'Timestamp: use the same text as in X-TIMESTAMP.',
    hash_encoding: 'Hash of the body: write the SHA-256 as lower-case hexadecimal.',
    algorithm: 'Algorithm: use HMAC with SHA-512.',
    encoding: 'Encoding: write the signature in the encoding of the credential.',
    secret: 'Client secret: remove spaces and line breaks around it.',
  },
};

export type TesterMessages = typeof ENGLISH;
export const testerMessages = defineMessages(ENGLISH, () => import('./tester-messages-id.ts'));
