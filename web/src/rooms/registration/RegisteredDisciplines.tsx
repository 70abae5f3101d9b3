import caretDown from 'icon:caret-down-bold';
import check from 'icon:check-bold';
import pencil from 'icon:pencil-simple';
import printer from 'icon:printer';
import trash from 'icon:trash';
import { shortenClassType, shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { numberFormat } from '../../core/numbers.ts';
import { dateInWords, formatDateTime } from '../../core/time.ts';
import { DisciplineTile } from '../../disciplines/DisciplineTile.tsx';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { ConfirmationDialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { formatNameWithHint, shortName } from '../../kit/person.ts';
import { EmptyState } from '../../kit/States.tsx';
import { WholeWordText } from '../../kit/WholeWordText.tsx';
import { type ChoosableDiscipline, choosableDisciplineKey } from './disciplines.ts';
import { formatLessonTime } from './formatters.ts';
import styles from './RegisteredDisciplines.module.css';
import { RemainingChoices } from './RemainingChoices.tsx';
import type { PlanRow, StreamOffers, WaitlistRow } from './registration.data.ts';
import type { WaitlistAndRemoval } from './useRegistering.ts';

interface Props {
  /** The plan with what is registered. */
  rows: readonly PlanRow[];
  lines: readonly WaitlistRow[];
  /** What is to be registered, with what is chosen and waited for. */
  disciplines: readonly ChoosableDiscipline[];
  offers: StreamOffers | null;
  /** «весенний семестр 2026/27» */
  term: string;
  /** 1 autumn, 2 spring, 3 summer. */
  season: number;
  /** The numbers of the confirmation that was just made. */
  receipts: readonly string[];
  actions: WaitlistAndRemoval;
  /** Until when it can be changed; null: not now. */
  until: string | null;
  onChoose: () => void;
  onChange: (discipline: string, row: PlanRow) => void;
}

/** What the student is registered for, with its numbers, and the lines in which they stand. */
export function RegisteredDisciplines(props: Props) {
  const { rows, lines, actions, until, onChoose } = props;
  const { t } = useTranslation('registration');
  const [leaving, setLeaving] = useState<PlanRow | null>(null);
  const isRegistered = rows.some((row) => row.subgroup !== null);
  if (!isRegistered && !lines.length) return <EmptyState title={t('nothingYet')} />;
  return (
    <div className={styles.page}>
      {isRegistered && (
        <>
          <Receipt {...props} onDelete={setLeaving} />
          <div className={styles.pair}>
            <Button icon={printer} onClick={() => window.print()}>
              {t('print')}
            </Button>
            {until && (
              <Button look="soft" onClick={onChoose}>
                {t('change')}
              </Button>
            )}
          </div>
          {until && <InlineAlert>{t('changeUntil', { day: dateInWords(until) })}</InlineAlert>}
        </>
      )}
      {until && <RemainingChoices disciplines={props.disciplines} confirmed />}
      {lines.length > 0 && <Lines lines={lines} onLeave={(stream) => actions.leave(stream)} />}
      <ConfirmationDialog
        open={leaving !== null}
        title={t('deleteQuestion')}
        yes={t('common:delete')}
        danger
        busy={actions.removing}
        onYes={() =>
          leaving?.id_disciplineForStudent && actions.remove(leaving.id_disciplineForStudent, () => setLeaving(null))
        }
        onNo={() => setLeaving(null)}
      >
        {t('deleteMeaning', { discipline: leaving?.discipline })}
      </ConfirmationDialog>
    </div>
  );
}

interface ReceiptProps extends Pick<Props, 'rows' | 'term' | 'season' | 'offers' | 'receipts' | 'onChange'> {
  onDelete: (row: PlanRow) => void;
}

/** The registered disciplines with their credits and the numbers of the confirmation. */
function Receipt({ rows, term, season, offers, receipts, onChange, onDelete }: ReceiptProps) {
  const { t } = useTranslation('registration');
  const registered = rows.filter((row) => row.subgroup !== null);
  const disciplines = [...Map.groupBy(registered, (row) => row.id_disciplineForStudent).values()];
  const credits = disciplines.reduce((sum, [row]) => sum + (row?.kredits ?? 0), 0);
  const latest = registered
    .map((row) => row.registered ?? '')
    .toSorted()
    .at(-1);
  return (
    <section className={classNames(card.card, styles.receipt)} aria-label={t('enrolled')}>
      <span className={styles.seam} aria-hidden="true" />
      <header className={styles.head}>
        <span className={styles.sign}>
          <Icon of={check} size="l" />
        </span>
        <h2>
          {t('creditsOf', { count: credits, n: numberFormat().format(credits) })},{' '}
          {t('disciplines', { count: disciplines.length })}
        </h2>
        <p>
          {term}
          {latest && ` · ${formatDateTime(latest, 'exact')}`}
        </p>
      </header>
      <ul>
        {disciplines.map((some) => (
          <Line
            key={some[0]?.id_disciplineForStudent}
            rows={some}
            season={season}
            offers={offers}
            missing={rows.filter(
              (row) =>
                row.hasStreams &&
                row.subgroup === null &&
                some[0] &&
                choosableDisciplineKey(row) === choosableDisciplineKey(some[0]),
            )}
            onChange={onChange}
            onDelete={onDelete}
          />
        ))}
      </ul>
      {receipts.length > 0 && (
        <p className={styles.numbers}>
          {t('numbers', { count: receipts.length })} <b>{receipts.join(', ')}</b>
        </p>
      )}
    </section>
  );
}

interface LineProps extends Pick<Props, 'season'> {
  /** The class types of one discipline. */
  rows: readonly PlanRow[];
  offers: StreamOffers | null;
  /** Class types that are still to be chosen. */
  missing: readonly PlanRow[];
  onChange: Props['onChange'];
  onDelete: (row: PlanRow) => void;
}

/** A registered discipline; teachers, rooms and numbers behind a tap. */
function Line({ rows, season, offers, missing, onChange, onDelete }: LineProps) {
  const { t } = useTranslation('registration');
  const [open, setOpen] = useState(false);
  const [first] = rows;
  if (!first) return null;
  const classesOf = (row: PlanRow) =>
    (offers?.week ?? []).filter(
      (one) => one.id_discipline === row.id_discipline && one.id_vid_zaniatiy === row.id_vid_zaniatiy,
    );
  const hours = (row: PlanRow) =>
    classesOf(row)
      .map((one) => formatLessonTime(one, offers?.slots ?? [], t, 'short'))
      .join(', ')
      .toLocaleLowerCase();
  return (
    <li className={styles.line}>
      <button type="button" className={styles.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <DisciplineTile id={first.id_discipline} name={first.discipline} />
        <span className={styles.names}>
          <b translate="no">
            <WholeWordText>{first.discipline}</WholeWordText>
          </b>
          {rows.map((row) => (
            <small key={row.id_vid_zaniatiy}>
              {[hours(row), shortenClassTypeInLowercase(row.name_vid_zaniatiy)].filter(Boolean).join(' ')}
            </small>
          ))}
          {missing.length > 0 && (
            <small className={styles.missing}>
              {t('stillToChoose', {
                what: missing.map((row) => shortenClassTypeInLowercase(row.name_vid_zaniatiy)).join(', '),
              })}
            </small>
          )}
        </span>
        <span className={styles.credits}>
          {t('common:panel.credits', { credits: numberFormat().format(first.kredits) })}
        </span>
        <Icon of={caretDown} size="xs" className={styles.caret} />
      </button>
      {open && <Details rows={rows} season={season} classesOf={classesOf} onChange={onChange} onDelete={onDelete} />}
    </li>
  );
}

interface DetailsProps extends Pick<LineProps, 'rows' | 'season' | 'onChange' | 'onDelete'> {
  /** What the own week holds of a class type. */
  classesOf: (row: PlanRow) => readonly StreamOffers['week'][number][];
}

/** Teachers, rooms and numbers of a registered discipline, and what can be done with it. */
function Details({ rows, season, classesOf, onChange, onDelete }: DetailsProps) {
  const { t } = useTranslation('registration');
  const connected = useAtom(isPortalReachable);
  const [first] = rows;
  if (!first) return null;
  return (
    <div className={styles.more}>
      <dl>
        {rows.map((row) => (
          <div key={row.id_vid_zaniatiy}>
            <dt>{shortenClassType(row.name_vid_zaniatiy)}</dt>
            <dd>
              <span translate="no">
                {[
                  formatNameWithHint(shortName(row.t_fio ?? ''), row.apart),
                  [...new Set(classesOf(row).map((one) => one.room))]
                    .filter(Boolean)
                    .map((room) => t('room', { room })),
                  t('streamNumber', { n: row.num }),
                ]
                  .flat()
                  .join(' · ')}
              </span>
              <span className={styles.number}>
                {t('receipt')} {row.receipt}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <Link
        to="/d/$id"
        params={{ id: String(first.id_discipline) }}
        search={{ year: first.id_a_year, ws: season }}
        className={styles.about}
      >
        {t('aboutDiscipline')}
        <span className="hidden-text" translate="no">
          : {first.discipline}
        </span>
      </Link>
      {first.canEdit && (
        <p className={styles.actions}>
          <Button icon={pencil} look="soft" onClick={() => onChange(choosableDisciplineKey(first), first)}>
            {t('change')}
          </Button>
          <Button
            icon={trash}
            look="dangerQuiet"
            disabled={!connected}
            aria-label={t('delete', { discipline: first.discipline })}
            onClick={() => onDelete(first)}
          >
            {t('common:delete')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** The lines in which the student stands. */
function Lines({ lines, onLeave }: { lines: readonly WaitlistRow[]; onLeave: (stream: number) => void }) {
  const { t } = useTranslation('registration');
  const connected = useAtom(isPortalReachable);
  return (
    <ul className={classNames(card.card, styles.lines)} aria-label={t('lines')}>
      {lines.map((line) => (
        <li key={line.subgroup}>
          <span className={styles.place}>{t('placeInLine', { place: line.place })}</span>
          <span className={styles.names}>
            <b translate="no">
              <WholeWordText>{line.discipline}</WholeWordText>
            </b>
            <small>
              {shortenClassTypeInLowercase(line.name_vid_zaniatiy)} ·{' '}
              {formatNameWithHint(shortName(line.t_fio), line.apart)} · {line.name}
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
