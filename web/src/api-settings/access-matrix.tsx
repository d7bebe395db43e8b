import { MERCHANT_GROUPS } from '@dasbor/contract/access';
import { accessGroupLabel } from '@dasbor/contract/access-labels';
import { useSignedIn } from '../api/signed-in.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { KEY_LEVELS, type KeyLevels, canGrant } from './access-levels.ts';
import classes from './api-settings.module.css';
import { messages } from './messages.ts';

/** One radio group per access group. Levels that exceed one's own are disabled. */
export function AccessMatrix({ levels, onChange }: { levels: KeyLevels; onChange: (levels: KeyLevels) => void }) {
  const t = messages();
  const { levelOf } = useSignedIn();
  const language = currentLanguage();
  return (
    <div className={classes.matrix_frame}>
      <table className={classes.matrix} aria-label={t.form.matrix}>
        <thead>
          <tr>
            <th scope="col">{t.form.group}</th>
            {KEY_LEVELS.map((level) => (
              <th key={level} scope="col">
                {t.levels[level]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MERCHANT_GROUPS.map((group) => (
            <tr key={group}>
              <th scope="row">{accessGroupLabel(group, language)}</th>
              {KEY_LEVELS.map((level) => (
                <td key={level}>
                  <input
                    type="radio"
                    name={group}
                    aria-label={`${accessGroupLabel(group, language)}: ${t.levels[level]}`}
                    checked={levels[group] === level}
                    disabled={!canGrant(levelOf, group, level)}
                    onChange={() => onChange({ ...levels, [group]: level })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
