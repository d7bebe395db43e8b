/** Labels of the states of merchants and settlement terms. */
import { VERIFICATION_STATUS_LABELS } from '@dasbor/contract/business-profile-labels';
import { merchantStatusLabel, methodLabel } from '@dasbor/contract/labels';
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import type {
  EntityType,
  RiskLevel,
  CurrentTerm,
  VerificationStatus,
  VolumeBand,
} from '@dasbor/contract/merchant-fields';
import { currentLanguage } from '../ui/define-messages.ts';
import type { Tone } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

export const STATUS_TONES: Record<MerchantStatus, Tone> = {
  registered: 'neutral',
  onboarding: 'pending',
  pending_review: 'warning',
  active: 'success',
  suspended: 'danger',
  closed: 'neutral',
  rejected: 'danger',
};

export const VERIFICATION_TONES: Record<VerificationStatus, Tone> = {
  draft: 'neutral',
  submitted: 'warning',
  in_review: 'pending',
  needs_revision: 'pending',
  approved: 'success',
  rejected: 'danger',
  under_re_review: 'warning',
};

export const formatMerchantStatus = (status: string): string =>
  merchantStatusLabel(status as MerchantStatus, currentLanguage());
export const formatVerification = (status: string): string =>
  VERIFICATION_STATUS_LABELS[status as VerificationStatus][currentLanguage()];
export const formatBand = (band: string): string => messages().bands[band as VolumeBand];
export const formatEntity = (entity: EntityType | null): string | null =>
  entity === null ? null : messages().entities[entity];
export const formatRisk = (risk: RiskLevel | null): string | null => (risk === null ? null : messages().risks[risk]);

const SHORT: Partial<Record<CurrentTerm['method'], string>> = { qris: 'QRIS', virtual_account: 'VA' };

/** `QRIS T+1 · VA T+1 · VA BCA T+2`. */
export const formatTerms = (terms: readonly CurrentTerm[]): string =>
  terms
    .map(({ method, channel_code, days }) => {
      const name = SHORT[method] ?? methodLabel(method, currentLanguage());
      return `${name}${channel_code === null ? '' : ` ${channel_code}`} T+${days}`;
    })
    .join(' · ');
