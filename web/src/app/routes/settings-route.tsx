import { Stack } from '@mantine/core';
import { useHasAccess, useSignedIn } from '../../api/signed-in.ts';
import { PoliciesPanel } from '../../approval/policies-panel.tsx';
import { AuditPanel } from '../../audit/audit-panel.tsx';
import { getCspNonce } from '../page/page-settings.ts';
import { BrandingPanels } from '../../branding/branding-panels.tsx';
import { LanguagePanel } from '../../profile/language-panel.tsx';
import { TimeZonePanel } from '../../profile/time-zone-panel.tsx';
import { FileSettingsPanel } from '../../settings/file-settings-panel.tsx';
import { IpAllowListPanel } from '../../settings/ip-allow-list-panel.tsx';
import { ReportSettingsPanel } from '../../settings/report-settings-panel.tsx';
import { SecondFactorPolicyPanel } from '../../settings/second-factor-policy-panel.tsx';
import { SettingsScreen } from '../../settings/settings-screen.tsx';
import { PayoutSettings } from '../../settlement/payout-settings.tsx';
import { loadPictureBusinessProfile } from '../session/load-slices.ts';
import { switchLanguage, switchTimeZone } from '../session/switch-language.ts';

/** The settings, composed of the parts of the features that own them. */
export function SettingsRoute() {
  const { profile } = useSignedIn();
  const may_view_files = useHasAccess('Reports', 'view');
  return (
    <SettingsScreen
      payouts={<PayoutSettings />}
      branding={<BrandingPanels onLogoChange={() => void loadPictureBusinessProfile()} nonce={getCspNonce()} />}
      approvals={<PoliciesPanel />}
      security={
        <Stack maw={640}>
          <SecondFactorPolicyPanel />
          <IpAllowListPanel />
        </Stack>
      }
      preferences={
        <Stack maw={640}>
          {profile && <LanguagePanel locale={profile.locale} onSwitch={switchLanguage} />}
          {profile && <TimeZonePanel time_zone={profile.time_zone} onSwitch={switchTimeZone} />}
          {may_view_files && <FileSettingsPanel />}
          {may_view_files && <ReportSettingsPanel />}
        </Stack>
      }
      audit={<AuditPanel />}
    />
  );
}
