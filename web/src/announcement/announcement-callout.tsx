import type { AnnouncementSeverity } from '@dasbor/contract/announcement';
import type { Language } from '@dasbor/contract/language';
import { CloseButton } from '@mantine/core';
import { Callout } from '../ui/callout.tsx';
import classes from './announcement.module.css';
import { messages } from './messages.ts';

const KIND = { info: 'info', warning: 'warning', critical: 'error' } as const;

interface AnnouncementTexts {
  severity: AnnouncementSeverity;
  title_en: string;
  text_en: string;
  title_id: string;
  text_id: string;
}

export interface AnnouncementCalloutProps {
  announcement: AnnouncementTexts;
  language: Language;
  /** Absent where it cannot be dismissed. */
  onDismiss?: () => void;
}

/** An announcement as merchants see it. */
export function AnnouncementCallout({ announcement, language, onDismiss }: AnnouncementCalloutProps) {
  const title = announcement[`title_${language}`];
  return (
    <Callout kind={KIND[announcement.severity]}>
      <div className={classes.callout} lang={language}>
        <div>
          <strong>{title}</strong>
          <p className={classes.text}>{announcement[`text_${language}`]}</p>
        </div>
        {onDismiss !== undefined && (
          <CloseButton size="sm" aria-label={messages().dismiss(title)} onClick={onDismiss} />
        )}
      </div>
    </Callout>
  );
}
