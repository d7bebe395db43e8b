/** The guides at the beginning of the API reference. */
import { EXAMPLE_LANGUAGES, EXAMPLE_LANGUAGE_NAMES, type ExampleLanguage } from './example-code.ts';
import { escapeHtml } from './html.ts';
import { WEBHOOK_SAMPLES } from './webhook-samples.ts';

export interface Guide {
  id: string;
  title: string;
  /** HTML. */
  text: string;
}

export const GUIDE: Guide[] = [
  {
    id: 'authentication',
    title: 'Authentication',
    text: `<p>Send <code>Authorization: Bearer …</code> with the access token of a session, or with an API key (<code>sk_test_…</code>, <code>sk_live_…</code>). An access token lives ten minutes; <a href="#refreshSession">refresh the session</a> when a request returns 401. A 403 means missing access; refreshing the session does not help.</p>`,
  },
  {
    id: 'conventions',
    title: 'Conventions',
    text: `<p>Amounts are whole rupiah as integers. Times are ISO 8601 in UTC; days are business days in Asia/Jakarta. Lists return <code>data</code> and <code>next_cursor</code>: pass it as <code>cursor</code> for the next page. Unknown fields and query parameters are rejected. <code>from</code> and <code>to</code> accept instants and days.</p>
<p>Requests that move money take an <code>Idempotency-Key</code> header: a repeated request with the same key has no second effect and returns the same response for 31 days.</p>`,
  },
  {
    id: 'errors',
    title: 'Errors',
    text: `<p>All errors have the same shape. <code>detail</code> is for people, in the language of <code>Accept-Language</code> (English or Indonesian); <code>code</code> is stable and for programs. Quote <code>request_id</code> to support.</p>
<pre tabindex="0" aria-label="Example of an error">{ "detail": "Not found.", "status_code": 404,
  "code": "not_found", "request_id": "req_01kagz7v3w8x9y2m4n5p6q7r8s" }</pre>
<p>401 means that the request is not authenticated, 404 that the object is missing or belongs to another merchant. 429 and 503 carry <code>Retry-After</code>. All codes are <a href="#error-codes">listed below</a>.</p>`,
  },
  {
    id: 'idempotency',
    title: 'Idempotency',
    text: `<p>A connection can break after the server has acted and before the response arrives. To repeat a request safely, send the same <code>Idempotency-Key</code> (1–255 printable characters) again, such as the id of your order.</p>
<ul><li>The same key with the same body returns the response of the first request for 31 days, with <code>Idempotent-Replayed: true</code>.</li>
<li>The same key with another body is refused: 422 <a href="#error-idempotency_key_reused"><code>idempotency_key_reused</code></a>.</li>
<li>While the first request is running, the response is 409 <a href="#error-idempotency_key_in_use"><code>idempotency_key_in_use</code></a> with <code>Retry-After</code>.</li>
<li>After 401, 429 and 5xx, and after a 400 for invalid fields, nothing is stored: correct or repeat the request with the same key.</li></ul>
<p>Requests that move money require the header. Other requests that create an object take it optionally. The client package sends a key with each of them.</p>`,
  },
  {
    id: 'paging',
    title: 'Paging',
    text: `<p>Lists return at most 100 rows, newest first, and a cursor. Pass <code>next_cursor</code> as <code>cursor</code> with the same filter until it is null. Rows that are created meanwhile do not shift the pages.</p>
${renderSamples({
  curl: `curl "https://dashboard.example/api/v1/transactions?limit=100&cursor=$NEXT_CURSOR" \\
  -H "Authorization: Bearer $DASBOR_KEY"`,
  typescript: `for await (const transaction of listAll((cursor) =>
  dasbor.GET('/transactions', { params: { query: { cursor, limit: 100 } } }),
)) {
  console.log(transaction.id);
}`,
  python: `cursor = ""
while cursor is not None:
    page = get("/transactions", {"limit": 100, **({"cursor": cursor} if cursor else {})})
    for transaction in page["data"]:
        print(transaction["id"])
    cursor = page["next_cursor"]`,
  php: `$cursor = null;
do {
    $page = get('/transactions', array_filter(['limit' => 100, 'cursor' => $cursor]));
    foreach ($page['data'] as $transaction) {
        echo $transaction['id'], "\\n";
    }
    $cursor = $page['next_cursor'];
} while ($cursor !== null);`,
})}
<p>For files, send <code>Accept: text/csv</code> where a list supports it, or <a href="#createExport">create an export</a>.</p>`,
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    text: `<p>Events are sent to your endpoints as POST requests that follow <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. Verify the raw body with the secret of the endpoint before you parse it; the libraries also refuse requests older than five minutes.</p>
${renderSamples(WEBHOOK_SAMPLES)}
<ul><li>Respond with 2xx within 15 seconds, and do the work afterwards.</li>
<li>An event arrives at least once: ignore a <code>webhook-id</code> that you have seen.</li>
<li>Events of one object carry a rising <code>sequence</code>; order is not guaranteed.</li>
<li>Failed events are repeated 20 times within 31 days.</li>
<li>For 24 hours after a rotation, requests carry signatures of both secrets; libraries accept either.</li></ul>`,
  },
  {
    id: 'snap-notifications',
    title: 'Notifications over SNAP BI',
    text: `<p>Servers that speak SNAP BI receive successful payments at the base URLs of their <a href="#createSnapCredential">SNAP credential</a>: QR codes at <code>/v1.0/qr/qr-mpm-notify</code> (service 52), virtual accounts at <code>/v1.0/transfer-va/payment</code> (service 25), with <code>X-TIMESTAMP</code>, <code>X-SIGNATURE</code>, <code>X-PARTNER-ID</code> (the client key), <code>X-EXTERNAL-ID</code> and <code>CHANNEL-ID</code>.</p>
<ul><li>Asymmetric signature: SHA256withRSA over <code>POST:path:sha256:timestamp</code> with our key for the credential, <code>notify_public_key</code>.</li>
<li>Symmetric signature: HMAC-SHA512 with the client secret over <code>POST:path:token:sha256:timestamp</code>; your <code>/v1.0/access-token/b2b</code> issues the token.</li>
<li><code>sha256</code> is the lower-case hexadecimal SHA-256 of the body, which is sent minified.</li>
<li>Respond with <code>responseCode</code> <code>2005200</code> or <code>2002500</code>. Everything else is repeated as webhooks are, with the same body and another <code>X-EXTERNAL-ID</code>.</li>
<li>Recognise a repetition by <code>originalReferenceNo</code> or <code>paymentRequestId</code>.</li></ul>`,
  },
];

/** One sample per language, shown like the examples of calls. */
function renderSamples(samples: Record<ExampleLanguage, string>): string {
  return EXAMPLE_LANGUAGES.map(
    (language) =>
      `<pre tabindex="0" class="example ${language}" aria-label="Example in ${EXAMPLE_LANGUAGE_NAMES[language]}">${escapeHtml(samples[language])}</pre>`,
  ).join('\n');
}
