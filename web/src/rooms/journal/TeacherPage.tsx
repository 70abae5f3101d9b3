import plus from 'icon:plus-bold';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { pluralForm } from '../../core/i18n.ts';
import { screenState } from '../../core/screen.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Page } from '../../kit/Page.tsx';
import { Segments } from '../../kit/Segments.tsx';
import { Bone, Empty, Failed, Skeleton } from '../../kit/States.tsx';
import { type Cascade, useCascade } from '../../university/cascade.data.ts';
import { Conflicts } from './Conflicts.tsx';
import { CourseBar } from './CourseBar.tsx';
import { useChoice } from './choice.ts';
import { Grid } from './Grid.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import styles from './Journal.module.css';
import { type Key, keyOf, liveKey, useClassTypes } from './journal.data.ts';
import { columnKey, type NewColumn } from './journal.model.ts';
import { NewDate } from './NewDate.tsx';
import { PhoneSheet } from './PhoneSheet.tsx';
import { Saving } from './Saving.tsx';
import { SheetMenu } from './SheetMenu.tsx';
import { type Sheet, useSheet } from './useSheet.ts';
import { firstWord } from './words.ts';

const noColumns: readonly NewColumn[] = [];

/** A teacher's journal: one class type of one group at a time. */
export function TeacherPage() {
  const { t } = useTranslation('journal');
  const { mobile } = useCell(screenState);
  const cascade = useCascade();
  const key = keyOf(cascade);
  const types = useClassTypes(key);
  const [choice, choose] = useChoice();
  const type = types.data?.find((one) => one.id_vid_zaniatiy === choice.type) ?? types.data?.[0] ?? null;
  const [added, setAdded] = useState<{ place: string; columns: readonly NewColumn[] }>({ place: '', columns: [] });
  const place = key && type ? `${liveKey(key)}|${type.id_vid_zaniatiy}` : '';
  const { sheet, rows } = useSheet(
    key,
    type?.id_vid_zaniatiy ?? null,
    choice.part,
    added.place === place ? added.columns : noColumns,
  );
  const [asking, setAsking] = useState(false);

  const ready = sheet !== null && rows.data !== undefined;
  const add = (column: NewColumn) => {
    setAdded({ place, columns: [...(added.place === place ? added.columns : []), column] });
    choose({ col: columnKey(column.day, column.times) });
    setAsking(false);
  };
  const newDate = ready && rows.data.length > 0 && (
    <Button look={mobile ? 'quiet' : 'primary'} icon={plus} onClick={() => setAsking(true)}>
      {t('newDate')}
    </Button>
  );
  const head = (
    <div className={styles.tools}>
      {(types.data?.length ?? 0) > 0 && (
        <Segments
          label={t('type')}
          wide={mobile}
          segments={(types.data ?? []).map((one) => ({
            value: one.id_vid_zaniatiy,
            name: mobile ? firstWord(one.name_vid_zaniatiy) : one.name_vid_zaniatiy,
            data: true,
          }))}
          value={type?.id_vid_zaniatiy ?? null}
          onChoose={(id) => choose({ t: id, col: null })}
        />
      )}
      {ready && sheet.parts.length > 0 && (
        <Segments
          label={t('subgroup')}
          tight
          segments={[
            { value: 0, name: t('wholeGroup') },
            ...sheet.parts.map((one) => ({ value: one, name: String(one) })),
          ]}
          value={choice.part}
          onChoose={(part) => choose({ part: part || null })}
        />
      )}
      {ready && <Saving sheet={sheet} />}
      {ready && !mobile && <SheetMenu sheet={sheet} cascade={cascade} typeName={type?.name_vid_zaniatiy ?? ''} />}
    </div>
  );
  return (
    <Page title={t('title')} fromApps action={!mobile && newDate} className={styles.body}>
      {mobile ? (
        <CourseBar cascade={cascade} line={cascade.group?.p20 ?? ''} />
      ) : (
        <Subtitle cascade={cascade} sheet={sheet} />
      )}
      {head}
      {key && <Conflicts lane={liveKey(key)} />}
      <Body cascade={cascade} sheet={sheet} rows={rows} types={types} asking={() => setAsking(true)} />
      {ready && key && (
        <NewDate open={asking} onClose={() => setAsking(false)} onAdd={add} sheet={sheet} placeKey={key} />
      )}
    </Page>
  );
}

function Subtitle({ cascade, sheet }: { cascade: Cascade; sheet: Sheet | null }) {
  const { t } = useTranslation('journal');
  const { discipline, group } = cascade;
  if (!discipline || !group) return null;
  const students = sheet?.table.students.length ?? 0;
  return (
    <p className={styles.subtitle}>
      <span translate="no">
        {discipline.discipline} · {group.p20}
      </span>
      {students > 0 && ` · ${t(`students.${pluralForm(students)}`, { n: students })}`}
    </p>
  );
}

interface BodyProps {
  cascade: Cascade;
  sheet: Sheet | null;
  rows: ReturnType<typeof useSheet>['rows'];
  types: ReturnType<typeof useClassTypes>;
  asking: () => void;
}

function Body({ cascade, sheet, rows, types, asking }: BodyProps) {
  const { t } = useTranslation('journal');
  const { mobile } = useCell(screenState);
  const [history, setHistory] = useState<{ student: number; column: string } | null>(null);
  const failed = [cascade.disciplines, cascade.semesters, cascade.groups, types, rows].find(
    (one) => one.isError && one.data === undefined,
  );
  if (failed?.error) return <Failed title={t('failed')} failure={failed.error} onRetry={() => void failed.refetch()} />;
  if (cascade.disciplines.data?.length === 0 || types.data?.length === 0) return <Empty title={t('noClasses')} />;
  if (!sheet || !rows.data) return <Bones />;
  if (!rows.data.length) return <Empty title={t('noStudents')} />;
  const entry = history && sheet.table.cells.get(history.student)?.get(history.column);
  const student = history && sheet.table.students.find((one) => one.id === history.student);
  const show = (student: number, column: string) => setHistory({ student, column });
  return (
    <>
      {!sheet.table.columns.length ? (
        <Empty
          title={t('noDates')}
          action={
            <Button look="primary" onClick={asking}>
              {t('newDate')}
            </Button>
          }
        />
      ) : mobile ? (
        <PhoneSheet sheet={sheet} onHistory={show} onNewDate={asking} />
      ) : (
        <Grid key={`${liveKey(sheet.key as Key)}|${sheet.type}`} sheet={sheet} onHistory={show} />
      )}
      <HistoryDialog
        cell={entry?.id_studentJournalVisit ?? null}
        title={student?.name ?? ''}
        day={entry?.visitDate ?? ''}
        onClose={() => setHistory(null)}
      />
    </>
  );
}

function Bones() {
  return (
    <Skeleton>
      <div className={classes(card.card, styles.bones)}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((line) => (
          <Bone key={line} className={styles.boneLine} />
        ))}
      </div>
    </Skeleton>
  );
}
