import type { NotificationConfiguration } from '@dasbor/contract/report-delivery';
import { Title } from '@mantine/core';
import { useRef } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { Panel } from '../ui/panel.tsx';
import { DeliveryMethodField } from './delivery-method-field.tsx';
import { isStoredPasswordKept, listMissingSftpFields, usesEmail, usesSftp } from './delivery-rules.ts';
import { HostKey } from './host-key.tsx';
import classes from './configuration.module.css';
import { messages } from './messages.ts';
import { RecipientsEditor } from './recipients-editor.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { SftpFields } from './sftp-fields.tsx';
import { useDeliveryForm } from './use-delivery-form.ts';

/** The card 'Report Delivery Configuration' (specification sections 2, 4 and 5). */
export function ConfigurationForm({ stored }: { stored: NotificationConfiguration }) {
  const card = useRef<HTMLDivElement>(null);
  const may_manage = useHasAccess('Notifications', 'manage');
  const delivery = useDeliveryForm(stored, card);
  const { form, change, problems, refused } = delivery;
  const t = messages();
  const keeps_password = isStoredPasswordKept(form, stored);
  return (
    <div ref={card}>
      <Panel title={t.configuration.title}>
        <section className={classes.section} aria-labelledby="settlement-report">
          <div>
            <Title order={3} className={classes.section_title} id="settlement-report">
              {t.configuration.section}
            </Title>
            <p className={classes.description}>{t.configuration.line}</p>
          </div>
          <DeliveryMethodField
            value={form.method}
            is_disabled={!may_manage}
            onChange={(method) => change({ method })}
          />
          {usesEmail(form.method) && (
            <RecipientsEditor
              recipients={form.recipients}
              draft={delivery.draft}
              error={problems.recipients ?? refused['email_recipients']}
              is_disabled={!may_manage}
              onChange={(recipients) => change({ recipients })}
              onDraft={delivery.setDraft}
            />
          )}
          {usesSftp(form.method) && (
            <SftpFields
              form={form}
              keeps_password={keeps_password}
              loses_password={stored.sftp_password_set && !keeps_password}
              missing={listMissingSftpFields(form, stored)}
              refused={refused}
              problem={problems.sftp}
              is_disabled={!may_manage}
              is_testing={delivery.is_testing}
              onChange={change}
              onTest={delivery.test}
            >
              <HostKey form={form} stored={stored} tested={delivery.tested} />
            </SftpFields>
          )}
        </section>
      </Panel>
      <SaveBar
        is_dirty={delivery.is_dirty}
        is_disabled={!may_manage}
        is_busy={delivery.is_saving}
        may_manage={may_manage}
        texts={t.configuration}
        onSave={delivery.save}
      />
    </div>
  );
}
