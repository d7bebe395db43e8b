/** What index.html shows of the login page before its code has arrived. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changeLanguage } from '../ui/define-messages.ts';
import { fieldLabel } from '../ui/field-label.tsx';
import { messages } from './messages.ts';

const page = new DOMParser().parseFromString(
  readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8'),
  'text/html',
);

test.each(['en', 'id'] as const)('has the texts of the login screen in the language %s', async (language) => {
  await changeLanguage(language);
  const t = messages();
  const section = page.querySelector(`#login-frame section[lang=${language}]`);
  const texts = [...(section?.children ?? [])].map((part) => part.textContent.trim()).filter((text) => text !== '');
  expect(texts).toEqual([
    t.title,
    t.line,
    fieldLabel({ label: t.email, required: true }),
    fieldLabel({ label: t.password, required: true }),
    t.title,
    t.forgot_password,
    `${t.no_account} ${t.register}`,
  ]);
});
