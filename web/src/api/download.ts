/** A list as a CSV file (specification section 7: GET as a CSV file download). */
import { type CallParams, type CallQuery, type Route, XLSX_TYPE, listMediaTypes } from '@dasbor/contract/route';
import { send } from './send.ts';

function readFileName(response: Response, otherwise: string): string {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  return /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? otherwise;
}

function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

async function readBlob(response: Response, onProgress: ((bytes: number) => void) | undefined): Promise<Blob> {
  const type = response.headers.get('Content-Type') ?? 'text/csv';
  if (!response.body) return new Blob([], { type });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    bytes += part.value.byteLength;
    onProgress?.(bytes);
  }
  return new Blob(parts, { type });
}

export interface DownloadInput<R extends Route> {
  /** Path parameters of a list that belongs to one object. */
  params?: CallParams<R>;
  /** The same filter as the list on the screen. */
  query?: CallQuery<R>;
  /** Used when the server sends no file name. */
  file_name: string;
  signal?: AbortSignal;
  /** Bytes received so far. */
  onProgress?: (bytes: number) => void;
}

/**
 * Downloads the CSV of a list and saves it as a file.
 *
 * @throws CallError as `call` does
 */
export async function downloadCsv<R extends Route & { files: true }>(route: R, input: DownloadInput<R>): Promise<void> {
  const response = await send(route, {
    params: input.params,
    query: input.query,
    accept: 'text/csv',
    signal: input.signal,
  });
  saveFile(await readBlob(response, input.onProgress), readFileName(response, input.file_name));
}

/**
 * Downloads the Excel workbook of a list and saves it as a file.
 *
 * @throws CallError as `call` does
 */
export async function downloadXlsx<R extends Route & { files: true }>(
  route: R,
  { params, query, signal, ...input }: DownloadInput<R>,
): Promise<void> {
  const response = await send(route, { params, query, accept: XLSX_TYPE, signal });
  saveFile(await readBlob(response, input.onProgress), readFileName(response, input.file_name));
}

/**
 * Downloads a single file, such as a PDF, and saves it.
 *
 * @throws CallError as `call` does
 */
export async function downloadFile<R extends Route & { stream: NonNullable<Route['stream']> }>(
  route: R,
  input: { params?: CallParams<R>; query?: CallQuery<R>; file_name: string },
): Promise<void> {
  const response = await send(route, {
    params: input.params,
    query: input.query,
    accept: listMediaTypes(route).join(', '),
  });
  saveFile(await readBlob(response, undefined), readFileName(response, input.file_name));
}

/**
 * Reads a single file to show it, such as a scan.
 *
 * @throws CallError as `call` does
 */
export async function readFile<R extends Route & { stream: NonNullable<Route['stream']> }>(
  route: R,
  input: { params?: CallParams<R> },
): Promise<Blob> {
  return readBlob(await send(route, { params: input.params, accept: listMediaTypes(route).join(', ') }), undefined);
}
