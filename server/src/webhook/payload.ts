/** The body of a webhook request, the same for every attempt. */
import type { WebhookData } from '../db/column-types.ts';

export interface StoredEvent {
  id: string;
  type: string;
  api_version: string;
  sequence: number;
  is_test: boolean;
  data: WebhookData;
  created_at: string;
}

export const buildWebhookBody = ({ id, type, api_version, sequence, is_test, data, created_at }: StoredEvent): string =>
  JSON.stringify({ id, type, timestamp: created_at, api_version, sequence, is_test, data });
