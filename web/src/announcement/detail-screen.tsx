import { type Announcement, getAnnouncement } from '@dasbor/contract/announcement';
import { Button, Text } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { ContextLine, Headline } from '../ui/headline.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { Actions } from './actions.tsx';
import { AnnouncementCallout } from './announcement-callout.tsx';
import classes from './announcement.module.css';
import { AnnouncementStatusChip, SeverityChip, getTitle } from './columns.tsx';
import { formatAudience } from './labels.ts';
import { messages } from './messages.ts';

const Back = () => <BackToList path="/announcement" label={messages().title} />;

/** An announcement with its preview and actions. */
export function AnnouncementDetailScreen() {
  const t = messages();
  const { id = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const found = useQuery({ ...buildQuery(getAnnouncement, { params: { id } }), meta: { quiet: true } });
  useBackOnEscape('/announcement');
  if (found.isPending) return <ScreenSkeleton />;
  if (found.data !== undefined) return <Detail row={found.data.data} />;
  const { status_code, detail, request_id } = found.error;
  // A malformed id is treated as not found.
  if (status_code !== 404 && status_code !== 400) {
    return (
      <Panel>
        <Back />
        <FailedState detail={detail} request_id={request_id} onRetry={() => void found.refetch()} />
      </Panel>
    );
  }
  return (
    <Panel>
      <EmptyState
        title={t.detail.not_found}
        icon={<IconSpeakerphone size={22} stroke={1.6} />}
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/announcement' })}>
            {t.back}
          </Button>
        }
      >
        {t.detail.not_found_line}
      </EmptyState>
    </Panel>
  );
}

function Detail({ row }: { row: Announcement }) {
  const { detail: t, fields, ...texts } = messages();
  return (
    <>
      <PageHeader
        document_title={getTitle(row)}
        back={<Back />}
        title={
          <Headline>
            {getTitle(row)}
            <AnnouncementStatusChip {...row} />
          </Headline>
        }
        line={
          <ContextLine>
            <span>{formatAudience(row)}</span>
            <CopyableId value={row.id} label={fields.id} />
          </ContextLine>
        }
        actions={<Actions row={row} />}
      />
      <DetailTabs record={row} audit={{ object_types: ['announcement'], object_id: row.id, log: 'provider' }}>
        <Panel title={t.preview}>
          <Text c="dimmed" mb="md">
            {t.preview_line}
          </Text>
          <div className={classes.previews}>
            {(['en', 'id'] as const).map((language) => (
              <section key={language} aria-label={language === 'en' ? t.english : t.indonesian}>
                <p className={classes.language}>{language === 'en' ? t.english : t.indonesian}</p>
                <AnnouncementCallout announcement={row} language={language} />
              </section>
            ))}
          </div>
        </Panel>
        <Panel title={t.about}>
          <DetailList
            rows={[
              [fields.severity, <SeverityChip key="severity" {...row} />],
              [fields.audience, formatAudience(row)],
              [fields.reach, texts.merchant_count(row.merchant_count)],
              [fields.email, row.is_emailed ? texts.yes : texts.no],
              [fields.start, <Instant key="start" at={row.starts_at} />],
              [fields.end, <Instant key="end" at={row.ends_at} />],
              [fields.published, row.published_at === null ? null : <Instant key="published" at={row.published_at} />],
              [fields.author, row.created_by],
            ]}
          />
        </Panel>
      </DetailTabs>
    </>
  );
}
