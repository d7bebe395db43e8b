import {
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
  listWebhookEventTypes,
  webhookEventGroupLabel,
  webhookEventTypeLabel,
} from '@dasbor/contract/webhook-events';
import { Checkbox, Text } from '@mantine/core';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';
import classes from './webhook.module.css';

export interface EventTreeProps {
  chosen: readonly WebhookEventType[];
  onChange: (chosen: WebhookEventType[]) => void;
  error?: string | undefined;
}

/** The choice of events: all, a group, or single ones. */
export function EventTree({ chosen, onChange, error }: EventTreeProps) {
  const t = messages().form;
  const language = currentLanguage();
  const toggle = (types: readonly WebhookEventType[], is_on: boolean) =>
    onChange(WEBHOOK_EVENT_TYPES.filter((type) => (types.includes(type) ? is_on : chosen.includes(type))));
  return (
    <fieldset className={classes.tree} aria-label={t.events}>
      <Text component="legend" fw={600} fz="sm" mb={8}>
        {t.events}
      </Text>
      <Checkbox
        label={t.all}
        checked={chosen.length === WEBHOOK_EVENT_TYPES.length}
        indeterminate={chosen.length > 0 && chosen.length < WEBHOOK_EVENT_TYPES.length}
        onChange={(event) => onChange(event.currentTarget.checked ? [...WEBHOOK_EVENT_TYPES] : [])}
      />
      <div className={classes.groups}>
        {WEBHOOK_EVENT_GROUPS.map((group) => {
          const types = listWebhookEventTypes(group);
          const count = types.filter((type) => chosen.includes(type)).length;
          return (
            <div key={group} className={classes.group}>
              <Checkbox
                label={webhookEventGroupLabel(group, language)}
                fw={600}
                checked={count === types.length}
                indeterminate={count > 0 && count < types.length}
                onChange={(event) => toggle(types, event.currentTarget.checked)}
              />
              <div className={classes.types}>
                {types.map((type) => (
                  <Checkbox
                    key={type}
                    label={webhookEventTypeLabel(type, language)}
                    description={type}
                    checked={chosen.includes(type)}
                    onChange={(event) => toggle([type], event.currentTarget.checked)}
                  />
                ))}
              </div>
            </div>
          );
        })}
      </div>
      {error !== undefined && (
        <Text c="red" fz="sm" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}
