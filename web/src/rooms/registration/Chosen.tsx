import pencil from 'icon:pencil-simple';
import printer from 'icon:printer';
import trash from 'icon:trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCell } from '../../core/cell.ts';
import { numberFormat } from '../../core/numbers.ts';
import { online } from '../../core/online.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Confirm } from '../../kit/Dialog.tsx';
import { shortName } from '../../kit/person.ts';
import styles from './Chosen.module.css';
import type { LineRow, PlanRow } from './registration.data.ts';
import { StillToChoose } from './StillToChoose.tsx';
import type { Wishes } from './useWishes.ts';

interface Props {
  rows: readonly PlanRow[];
  lines: readonly LineRow[];
  wishes: Wishes;
  onChange: (row: PlanRow) => void;
}

/** What the student is registered for, and in which lines they stand. */
export function Chosen({ rows, lines, wishes, onChange }: Props) {
  const { t } = useTranslation('registration');
  const [leaving, setLeaving] = useState<PlanRow | null>(null);
  const registered = rows.filter((row) => row.subgroup !== null);
  if (!registered.length && !lines.length) return null;
  return (
    <section className={styles.chosen} aria-labelledby="registration-chosen">
      <header>
        <h2 id="registration-chosen">{t('enrolled')}</h2>
        {registered.length > 0 && (
          <Button look="quiet" icon={printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
        )}
      </header>
      {lines.length > 0 && <Lines lines={lines} onLeave={wishes.leave} />}
      {registered.length > 0 && (
        <ul className={classes(card.card, styles.list)}>
          {registered.map((row, place) => (
            <Registered
              key={`${row.id_disciplineForStudent} ${row.id_vid_zaniatiy}`}
              row={row}
              first={registered[place - 1]?.id_disciplineForStudent !== row.id_disciplineForStudent}
              rows={rows}
              onChange={() => onChange(row)}
              onDelete={() => setLeaving(row)}
            />
          ))}
        </ul>
      )}
      <Confirm
        open={leaving !== null}
        title={t('deleteQuestion')}
        yes={t('common:delete')}
        danger
        busy={wishes.removing}
        onYes={() =>
          leaving?.id_disciplineForStudent && wishes.remove(leaving.id_disciplineForStudent, () => setLeaving(null))
        }
        onNo={() => setLeaving(null)}
      >
        {t('deleteMeaning', { discipline: leaving?.discipline })}
      </Confirm>
    </section>
  );
}

/** The lines in which the student stands. */
function Lines({ lines, onLeave }: { lines: readonly LineRow[]; onLeave: (stream: number) => void }) {
  const { t } = useTranslation('registration');
  const connected = useCell(online);
  return (
    <ul className={classes(card.card, styles.lines)} aria-label={t('lines')}>
      {lines.map((line) => (
        <li key={line.subgroup}>
          <span className={styles.place}>{t('placeInLine', { place: line.place })}</span>
          <span className={styles.what}>
            <b translate="no">{line.discipline}</b>
            <small>
              {line.name_vid_zaniatiy.toLocaleLowerCase()} · {shortName(line.t_fio)} · {line.name}
            </small>
          </span>
          <Button look="quiet" disabled={!connected} onClick={() => onLeave(line.subgroup)}>
            {t('leaveLine')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface RegisteredProps {
  row: PlanRow;
  /** The first class type of its discipline. */
  first: boolean;
  rows: readonly PlanRow[];
  onChange: () => void;
  onDelete: () => void;
}

/** One class type for which the student is registered. */
function Registered({ row, first, rows, onChange, onDelete }: RegisteredProps) {
  const { t } = useTranslation('registration');
  const connected = useCell(online);
  const credits = numberFormat();
  return (
    <li className={classes(!first && styles.further)}>
      <div className={styles.name}>
        <b translate="no">{first ? row.discipline : <span className="hidden-text">{row.discipline}</span>}</b>
        {first && <StillToChoose rows={rows} of={row} />}
      </div>
      <span>{row.name_vid_zaniatiy.toLocaleLowerCase()}</span>
      <span title={row.t_fio ?? undefined} translate="no">
        {shortName(row.t_fio ?? '')}
      </span>
      <span translate="no">{t('streamNumber', { n: row.num })}</span>
      <span className={styles.receipt} title={t('receipt')}>
        <span className="hidden-text">{t('receipt')} </span>
        {row.receipt}
      </span>
      <span className={styles.credits}>
        {first && t('common:panel.credits', { credits: credits.format(row.kredits) })}
      </span>
      <span className={styles.acts}>
        {row.canEdit && (
          <IconButton
            icon={pencil}
            size="s"
            label={t('changeStream', { discipline: row.discipline, classType: row.name_vid_zaniatiy })}
            disabled={!connected}
            onClick={onChange}
          />
        )}
        {row.canEdit && first && (
          <IconButton
            icon={trash}
            size="s"
            label={t('delete', { discipline: row.discipline })}
            disabled={!connected}
            onClick={onDelete}
          />
        )}
      </span>
    </li>
  );
}
