import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { JsonBlock } from '../ui/json-block.tsx';
import { messages } from './messages.ts';
import { type AuditedObject, ObjectAudit, useCanViewAudit } from './object-audit.tsx';

/** A section of a detail page. */
export interface DetailTab {
  id: string;
  label: string;
  render: () => ReactNode;
}

export interface DetailObject {
  /** The object as the API answers it. */
  record: unknown;
  /** The object in the audit log; absent for objects that no log names. */
  audit?: AuditedObject;
}

interface DetailTabsProps extends DetailObject {
  /** The page's own sections; by default one, the overview, which is `children`. */
  tabs?: readonly DetailTab[];
  children?: ReactNode;
  /** Field of the address that names the open section. */
  field?: string;
}

/** The sections of a detail page at their own addresses, `?tab=json`: its own, the JSON, and the audit log of the object. */
export function DetailTabs({ field = 'tab', ...sections }: DetailTabsProps) {
  const navigate = useNavigate();
  const given = (useSearch({ strict: false }) as Record<string, string | undefined>)[field];
  const choose = (next: string | undefined) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, [field]: next })) as never,
      replace: true,
      resetScroll: false,
    });
  return <Sections {...sections} given={given} onChoose={choose} />;
}

/** The same in a drawer, which has no address of its own. */
export function SheetTabs(sections: Omit<DetailTabsProps, 'field'>) {
  const [given, setGiven] = useState<string>();
  return <Sections {...sections} given={given} onChoose={setGiven} />;
}

/** The last two sections of every detail page; `audit` only for who may read the log. */
export function useRecordTabs({ record, audit }: DetailObject): DetailTab[] {
  const t = messages().detail;
  const may_audit = useCanViewAudit(audit ?? {});
  const json = { id: 'json', label: t.json, render: () => <JsonBlock value={record} label={t.json_label} /> };
  if (audit === undefined || !may_audit) return [json];
  return [json, { id: 'audit', label: t.audit, render: () => <ObjectAudit {...audit} /> }];
}

interface SectionsProps extends Omit<DetailTabsProps, 'field'> {
  given: string | undefined;
  /** Absent for the first section. */
  onChoose: (next: string | undefined) => void;
}

function Sections({ tabs, children, given, onChoose, ...object }: SectionsProps) {
  const t = messages().detail;
  const own = tabs ?? [{ id: 'overview', label: t.overview, render: () => children }];
  const all = [...own, ...useRecordTabs(object)];
  const shown = all.find(({ id }) => id === given) ?? all[0];
  return (
    <Tabs
      value={shown?.id ?? null}
      onChange={(next) => onChoose(next === all[0]?.id ? undefined : (next ?? undefined))}
      keepMounted={false}
    >
      <Tabs.List mb="md" aria-label={t.label}>
        {all.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown?.id ?? ''}>{shown?.render()}</Tabs.Panel>
    </Tabs>
  );
}
