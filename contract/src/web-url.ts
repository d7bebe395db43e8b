/** Addresses of the web that people enter. */
import type { z } from 'zod';
import { validationMessage } from './language.ts';

const hasNoCredentials = (text: string): boolean => {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '');
};

/** Refuses a user name or password in the URL: anyone who reads or opens it would get them. */
export const refuseCredentials = <Schema extends z.ZodType<string, string>>(url: Schema) =>
  url.refine(
    hasNoCredentials,
    validationMessage(
      'Remove the user name and password from the URL.',
      'Hapus nama pengguna dan kata sandi dari URL.',
    ),
  );
