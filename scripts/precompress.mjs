// Writes `.br` and `.gz` versions of built text files for the server. Plain JavaScript for Node 20.19 or later.
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(?:js|css|svg|json)$/;
/** Smaller files fit into the first packet. */
const LEAST_BYTES = 1_024;

/** @param {string} folder */
export async function precompress(folder) {
  const names = await fs.readdir(folder, { recursive: true });
  await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compressFile(path.join(folder, name))));
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = await fs.readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  };
  await Promise.all([
    promisify(brotliCompress)(bytes, options).then((br) => fs.writeFile(`${file}.br`, br)),
    promisify(gzip)(bytes, { level: 9 }).then((gz) => fs.writeFile(`${file}.gz`, gz)),
  ]);
}
