import users from 'icon:users-three';
import { shortenClassType } from '@bilim/contract/class-type.ts';
import { selectionUpdates } from '@bilim/contract/url-selection.ts';
import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { CombinedClasses } from '../classes/combined-class.ts';
import { Icon } from '../kit/Icon.tsx';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import { Select } from '../kit/Select.tsx';
import type { CascadingSelection } from './cascade.data.ts';
import styles from './Panel.module.css';

/** More entries than this become a dropdown list instead of segments. */
const maxSegments = 3;

interface ChoiceProps {
  label: string;
  entries: readonly { id: number; name: string }[];
  value: number | null;
  onChoose: (id: number) => void;
}

function FilterChoice({ label, entries, value, onChoose }: ChoiceProps) {
  if (entries.length < 2) return null;
  if (entries.length > maxSegments)
    return <Select label={label} choices={entries} value={value} onChoose={(id) => id !== null && onChoose(id)} />;
  const segments = entries.map(({ id, name }) => ({ value: id, name, data: true }));
  return <SegmentedControl wide label={label} segments={segments} value={value} onChoose={onChoose} />;
}

/** «3-й семестр» of a semester's label, which is its number or a name of its own. */
export function semesterName(t: TFunction, label: string): string {
  return /^\d+$/.test(label) ? t('common:panel.semesterNumber', { number: label }) : label;
}

/**
 * Semester and group; there only when there is more than one of either (SHELL-07). In a teacher's journal the combined
 * classes are beside the single groups.
 */
export function SemesterAndGroupFilter({
  cascade,
  combinedClasses,
}: {
  cascade: CascadingSelection;
  combinedClasses?: CombinedClasses | undefined;
}) {
  const { t } = useTranslation();
  const { chosen, semesters, semester, groups, group } = cascade;
  const manySemesters = (semesters.data?.length ?? 0) > 1;
  const manyGroups = (groups.data?.length ?? 0) > 1;
  const isCombined = combinedClasses?.chosen != null;
  if (!cascade.discipline || !(manySemesters || manyGroups || combinedClasses?.list.length)) return null;
  return (
    <div className={styles.filter} data-part="filter">
      <FilterChoice
        label={t('panel.semester')}
        entries={(semesters.data ?? []).map(({ id_semester: id, p43 }) => ({
          id,
          name: semesterName(t, p43),
        }))}
        value={semester?.id_semester ?? null}
        onChoose={(id) => cascade.go(selectionUpdates.semester(chosen, id))}
      />
      <FilterChoice
        label={t('panel.group')}
        entries={(groups.data ?? []).map((one) => ({ id: one.id_group, name: one.p20 }))}
        value={isCombined ? null : (group?.id_group ?? null)}
        onChoose={(id) => cascade.go(selectionUpdates.group(chosen, id))}
      />
      {combinedClasses?.list.map((one) => (
        <button
          key={one.key}
          type="button"
          className={styles.combined}
          aria-pressed={one.key === combinedClasses.chosen}
          onClick={() => combinedClasses.go(one)}
        >
          <Icon of={users} size="s" />
          <span translate="no">
            {shortenClassType(one.lesson.name_vid_zaniatiy)} ·
            {one.groups.map(({ id_group, p20 }, at) => (
              <Fragment key={id_group}>
                {' '}
                <span className={styles.group}>
                  {p20}
                  {at < one.groups.length - 1 && ','}
                </span>
              </Fragment>
            ))}
          </span>
        </button>
      ))}
    </div>
  );
}
