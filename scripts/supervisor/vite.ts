// The web with hot reload in front of the server: `vite.ts PORT SERVER_URL`. The pay page is rebuilt at each change and
// reloaded by the server.
import path from 'node:path';
import { build, createServer } from 'vite';
import { ROOT } from '../bootstrap.mjs';

const [port, server_url = ''] = process.argv.slice(2);
const proxy = Object.fromEntries(['/api', '/snap', '/healthz', '/pay/'].map((prefix) => [prefix, server_url]));
const server = await createServer({
  configFile: path.join(ROOT, 'web/vite.config.ts'),
  server: { port: Number(port), strictPort: true, proxy },
});
await server.listen();
await build({ configFile: path.join(ROOT, 'pay/vite.config.ts'), logLevel: 'warn', build: { watch: {} } });
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
