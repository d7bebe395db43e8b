/** The sandbox mailbox: a folder of .eml files that survives restarts and that every process can write to. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^\d{13}-[0-9a-f]{8}$/;

/** Stores a message atomically and resolves to its name. */
export async function storeMessage(folder: string, message: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true });
  const name = `${String(Date.now()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`;
  const partial = join(folder, `.${name}.part`);
  await writeFile(partial, message, { mode: 0o600 });
  await rename(partial, join(folder, `${name}.eml`));
  return name;
}

/** Lists the names of the messages, newest first. */
export async function listMessages(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith('.eml'))
    .map((file) => file.slice(0, -'.eml'.length))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

/** Returns the raw message; null when there is none of that name. */
export async function findMessage(folder: string, name: string): Promise<Buffer | null> {
  if (!NAME.test(name)) return null;
  return readFile(join(folder, `${name}.eml`)).catch(() => null);
}
