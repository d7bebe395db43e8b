/** Transfer rails: how money reaches an account of a bank (domain 4.4). Limits and hours are dated configuration. */
import { type Language, type Localized, localized } from './language.ts';

/** intrabank: within the provider's own bank; online: the ATM networks; skn and rtgs: in their hours on business days. */
export const TRANSFER_RAILS = ['intrabank', 'bi_fast', 'online', 'skn', 'rtgs'] as const;
export type TransferRail = (typeof TRANSFER_RAILS)[number];

/** Rails of a request; `auto`: chosen by the rules. */
export const RAIL_CHOICES = ['auto', ...TRANSFER_RAILS] as const;
export type RailChoice = (typeof RAIL_CHOICES)[number];

const RAIL_LABELS: Record<RailChoice, Localized> = {
  auto: localized('Automatic', 'Otomatis'),
  intrabank: localized('Same bank', 'Sesama bank'),
  bi_fast: localized('BI-FAST', 'BI-FAST'),
  online: localized('Online transfer', 'Transfer online'),
  skn: localized('SKN', 'SKN'),
  rtgs: localized('RTGS', 'RTGS'),
};

/** Name of a rail for people. */
export const railLabel = (rail: RailChoice, language: Language): string => RAIL_LABELS[rail][language];
