/**
 * Sends a file many times at once, as a process of its own: its memory is not that of the server.
 * `node send-files.ts URL COUNT BYTES` prints the answers by status and code, such as `{"200 ":58}`.
 */
const [url = '', count = '0', size_bytes = '0'] = process.argv.slice(2);
const content = new Blob([Buffer.alloc(Number(size_bytes), 'a')]);

async function sendOne(): Promise<string> {
  const body = new FormData();
  body.append('file', content, 'a.csv');
  const answer = await fetch(url, { method: 'POST', headers: { authorization: 'key' }, body }).catch(() => null);
  // A connection that is closed while the file is still sent can be reset before the answer is read.
  if (answer === null) return 'reset';
  const { code = '' } = (await answer.json()) as { code?: string };
  return `${answer.status} ${code}`;
}

const answers = await Promise.all(Array.from({ length: Number(count) }, sendOne));
const counts = Object.entries(Object.groupBy(answers, String)).map(([answer, of = []]) => [answer, of.length]);
// The connections of refused files may still be open.
process.stdout.write(JSON.stringify(Object.fromEntries(counts)), () => process.exit());
