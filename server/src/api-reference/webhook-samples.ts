/**
 * Verification of a webhook in every language of the reference. TypeScript, Python and PHP use the public Standard Webhooks
 * libraries (`standardwebhooks` of npm and PyPI, `standard-webhooks/standard-webhooks` of Packagist); the shell calculates.
 */
import type { ExampleLanguage } from './example-code.ts';

export const WEBHOOK_SAMPLES: Record<ExampleLanguage, string> = {
  curl: `# The signature of a stored request: BODY is its raw body, ID and TIMESTAMP are its headers.
KEY=$(printf '%s' "\${DASBOR_WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -vtx1 | tr -d ' \\n')
printf '%s.%s.%s' "$ID" "$TIMESTAMP" "$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64`,
  typescript: `import { Webhook } from 'standardwebhooks';

// \`body\` is the raw text of the request. Throws when the signature or the time is wrong.
const event = new Webhook(process.env.DASBOR_WEBHOOK_SECRET!).verify(body, headers);`,
  python: `import os
from standardwebhooks.webhooks import Webhook

# body is the raw text of the request. Raises when the signature or the time is wrong.
event = Webhook(os.environ["DASBOR_WEBHOOK_SECRET"]).verify(body, headers)`,
  php: `<?php
$body = file_get_contents('php://input');
// Throws when the signature or the time is wrong.
$webhook = new \\StandardWebhooks\\Webhook(getenv('DASBOR_WEBHOOK_SECRET'));
$event = $webhook->verify($body, array_change_key_case(getallheaders(), CASE_LOWER));`,
};
