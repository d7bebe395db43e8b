/** The sandbox's mailbox is a folder of .eml files: it survives restarts, and any process of the product can add to it. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^\d{13}-[0-9a-f]{8}$/;

/** Keeps a whole message; it appears under its name only when it is complete. Resolves to its name. */
export async function storeMessage(folder: string, message: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true });
  const name = `${String(Date.now()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`;
  const half = join(folder, `.${name}.part`);
  await writeFile(half, message, { mode: 0o600 });
  await rename(half, join(folder, `${name}.eml`));
  return name;
}

/** Names of the messages, newest first. */
export async function listMessages(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith('.eml'))
    .map((file) => file.slice(0, -'.eml'.length))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

/** The message as it was sent; null when there is none of that name. */
export async function findMessage(folder: string, name: string): Promise<Buffer | null> {
  if (!NAME.test(name)) return null;
  return readFile(join(folder, `${name}.eml`)).catch(() => null);
}
