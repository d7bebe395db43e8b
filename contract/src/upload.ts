/** Files that people send: their types, names and limits, the same in the browser and on the server. */

export const UPLOAD_TYPES = ['png', 'jpeg', 'pdf', 'csv', 'xlsx', 'mt940'] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

/** The file of a route: sent as one part of a multipart form, next to the fields of its body. */
export interface Upload {
  /** Name of the form field. */
  field: string;
  /** Size of the file as it is sent, in bytes. */
  max_bytes: number;
  types: readonly UploadType[];
  /** The file is inspected and given to the handler, but not stored: for the provider, who has no merchant to store it for. */
  is_transient?: boolean;
  /** Images are scaled down to this width and height, in pixels; 3,508 (A4 at 300 dpi) by default. */
  image_max_px?: number;
  /** Images are scaled down further until they fit, in bytes. */
  image_max_bytes?: number;
}

interface TypeTerms {
  label: string;
  content_type: string;
  /** Allowed ends of file names; the first is the usual one. */
  extensions: readonly [string, ...string[]];
}

export const UPLOAD_TYPE_TERMS: Record<UploadType, TypeTerms> = {
  png: { label: 'PNG', content_type: 'image/png', extensions: ['.png'] },
  jpeg: { label: 'JPG', content_type: 'image/jpeg', extensions: ['.jpg', '.jpeg', '.jfif'] },
  pdf: { label: 'PDF', content_type: 'application/pdf', extensions: ['.pdf'] },
  csv: { label: 'CSV', content_type: 'text/csv', extensions: ['.csv'] },
  mt940: { label: 'MT940', content_type: 'text/plain', extensions: ['.sta', '.mt940', '.940', '.txt'] },
  xlsx: {
    label: 'XLSX',
    content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['.xlsx'],
  },
};

/** The types as a list for people, such as `PNG, JPG`. */
export const formatUploadTypes = (types: readonly UploadType[]): string =>
  types.map((type) => UPLOAD_TYPE_TERMS[type].label).join(', ');

/** The `accept` attribute of a file input. */
export const formatAcceptedTypes = ({ types }: Pick<Upload, 'types'>): string =>
  types.flatMap((type) => [UPLOAD_TYPE_TERMS[type].content_type, ...UPLOAD_TYPE_TERMS[type].extensions]).join(',');

/** The maximum size as a text for people: whole megabytes or kilobytes. */
export const formatUploadLimit = (max_bytes: number): string =>
  max_bytes >= MEGABYTE ? `${Math.floor(max_bytes / MEGABYTE)} MB` : `${Math.floor(max_bytes / 1024)} kB`;

export const MEGABYTE = 1024 * 1024;

/** Whether the end of a file name belongs to the type. */
export const hasMatchingExtension = (name: string, type: UploadType): boolean =>
  UPLOAD_TYPE_TERMS[type].extensions.some((extension) => name.toLowerCase().endsWith(extension));
