import type { NotificationConfiguration } from '@dasbor/contract/manage-notifications';
import { Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { problemsByField } from '../api/problem.ts';
import { useMay } from '../api/signed-in.ts';
import { Panel } from '../ui/panel.tsx';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import {
  type DeliveryForm,
  differs,
  formOf,
  keepsStoredPassword,
  missingSftpFields,
  saveBody,
  saveProblems,
  sendsEmail,
  sendsSftp,
  sftpDetails,
  testProblems,
} from './delivery-rules.ts';
import { DeliveryMethodField } from './delivery-method-field.tsx';
import { HostKey } from './host-key.tsx';
import classes from './manage-notifications.module.css';
import { RecipientsEditor } from './recipients-editor.tsx';
import { SaveBar } from './save-bar.tsx';
import { useSaveConfiguration, useTestConnection } from './save-configuration.ts';
import { SftpFields } from './sftp-fields.tsx';

const PROBLEMS_OF = { save: saveProblems, test: testProblems } as const;

/** The card 'Report Delivery Configuration' (specification sections 2, 4 and 5). */
export function ConfigurationForm({ stored }: { stored: NotificationConfiguration }) {
  // Null while nothing was changed: the form then follows what is loaded.
  const [edited, setEdited] = useState<DeliveryForm | null>(null);
  const [draft, setDraft] = useState('');
  const [asked, setAsked] = useState<'save' | 'test' | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const may_manage = useMay('Notifications', 'manage');
  const save = useSaveConfiguration(() => {
    setEdited(null);
    setAsked(null);
  });
  const test = useTestConnection();

  const form = edited ?? formOf(stored);
  const problems = asked === null ? {} : PROBLEMS_OF[asked](form, stored);
  const refused = problemsByField(save.error ?? test.error);
  const keeps_password = keepsStoredPassword(form, stored);
  const is_dirty = differs(form, stored) || (sendsEmail(form.method) && draft.trim() !== '');
  useUnsavedChanges(is_dirty);

  const change = (part: Partial<DeliveryForm>) => {
    setEdited({ ...form, ...part });
    // What the server found wrong was about the form as it was then.
    if (save.isError) save.reset();
    if (test.isError) test.reset();
  };
  /** Shows what is missing, with the first faulty field focused; true when nothing is. */
  const isComplete = (wish: 'save' | 'test'): boolean => {
    flushSync(() => setAsked(wish));
    const found = Object.keys(PROBLEMS_OF[wish](form, stored)).length;
    if (found > 0) card.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    return found === 0;
  };
  return (
    <div ref={card}>
      <Panel title="Report Delivery Configuration">
        <section className={classes.section} aria-labelledby="settlement-report">
          <div>
            <Title order={3} className={classes.section_title} id="settlement-report">
              Settlement Report
            </Title>
            <p className={classes.description}>
              The paid transactions of the day before as a CSV file, every night at 01:00 WIB.
            </p>
          </div>
          <DeliveryMethodField
            value={form.method}
            is_disabled={!may_manage}
            onChange={(method) => change({ method })}
          />
          {sendsEmail(form.method) && (
            <RecipientsEditor
              recipients={form.recipients}
              draft={draft}
              error={problems.recipients ?? refused['email_recipients']}
              is_disabled={!may_manage}
              onChange={(recipients) => change({ recipients })}
              onDraft={setDraft}
            />
          )}
          {sendsSftp(form.method) && (
            <SftpFields
              form={form}
              keeps_password={keeps_password}
              loses_password={stored.sftp_password_set && !keeps_password}
              missing={missingSftpFields(form, stored)}
              refused={refused}
              problem={problems.sftp}
              is_disabled={!may_manage}
              is_testing={test.isPending}
              onChange={change}
              onTest={() => isComplete('test') && test.mutate(sftpDetails(form))}
            >
              <HostKey form={form} stored={stored} tested={test.data && { ...test.variables, ...test.data.data }} />
            </SftpFields>
          )}
        </section>
      </Panel>
      <SaveBar
        is_dirty={is_dirty}
        is_disabled={!may_manage}
        is_busy={save.isPending}
        may_manage={may_manage}
        onSave={() => isComplete('save') && save.mutate(saveBody(form))}
      />
    </div>
  );
}
