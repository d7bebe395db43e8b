import { TIME_ZONES, TIME_ZONE_NAMES, type TimeZone } from '@dasbor/contract/time';
import { useMutation } from '@tanstack/react-query';
import { Panel } from '../ui/panel.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

export interface TimeZonePanelProps {
  time_zone: TimeZone;
  /** Saves the zone and shows the interface in it. */
  onSwitch: (zone: TimeZone) => Promise<void>;
}

/** The zone of times on screens and in the files that the user downloads; saved as soon as it is selected. */
export function TimeZonePanel({ time_zone, onSwitch }: TimeZonePanelProps) {
  const t = messages().time_zone;
  const saving = useMutation({
    mutationFn: onSwitch,
    onSuccess: () => void showSuccess(messages().time_zone.updated),
  });
  const options = TIME_ZONES.map((zone) => ({ name: `${TIME_ZONE_NAMES[zone]} – ${t.zones[zone]}`, zone }));
  const shown = saving.isPending ? saving.variables : time_zone;
  return (
    <Panel title={t.title}>
      <SelectField
        label={t.label}
        description={t.description}
        disabled={saving.isPending}
        options={options}
        value={options.find(({ zone }) => zone === shown) ?? null}
        onChange={(option) => option && option.zone !== time_zone && saving.mutate(option.zone)}
      />
    </Panel>
  );
}
