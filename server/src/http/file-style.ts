/** Language and time zone of the files of a request. */
import { type Language, parseLanguage } from '@dasbor/contract/language';
import { TIME_ZONE, type TimeZone } from '@dasbor/contract/time';
import type { FastifyRequest } from 'fastify';

export interface FileStyle {
  /** Language of texts in files: the request's Accept-Language, English for API keys. Errors use the header alone. */
  language: Language;
  /** Zone of times in files, which their headers name: the user's own; WIB for API keys and without a session. */
  time_zone: TimeZone;
}

export const getFileStyle = ({ principal, headers }: FastifyRequest): FileStyle => ({
  language: principal?.type === 'api_key' ? 'en' : parseLanguage(headers['accept-language']),
  time_zone: principal?.type === 'user' ? principal.time_zone : TIME_ZONE,
});
