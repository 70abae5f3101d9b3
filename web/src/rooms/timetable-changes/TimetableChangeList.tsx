import { useTranslation } from 'react-i18next';
import { dateInWords } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { LoadMoreButton } from '../../kit/LoadMoreButton.tsx';
import { formatNameWithHint } from '../../kit/person.ts';
import { LoadFailure } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './TimetableChanges.module.css';
import { useTimetableChangeTexts } from './texts.ts';
import { type TimetableChange, useTimetableChangeList, useUndoClassChange } from './timetable-changes.data.ts';

/** Takes a change back, and says what came of it. */
export function useUndoClassChangeWithToast(): (change: number) => void {
  const { t } = useTranslation('timetable-changes');
  const failureText = useFailureText();
  const undo = useUndoClassChange();
  return (change) =>
    undo.mutate(
      { id_change: change },
      {
        onSuccess: ([row]) => showToast(t('undone', { count: row?.told ?? 0 })),
        onError: (failure) => showToast(failureText(failure)),
      },
    );
}

/** What was changed by hand, newest first, who has seen it, and the way back. */
export function TimetableChangeList() {
  const { t } = useTranslation('timetable-changes');
  const changes = useTimetableChangeList();
  const rows = changes.data?.pages.flat() ?? [];
  if (changes.error && !changes.data)
    return (
      <LoadFailure small title={t('failedChanged')} failure={changes.error} onRetry={() => void changes.refetch()} />
    );
  if (!rows.length) return null;
  return (
    <section className={styles.changes} aria-labelledby="changed">
      <h2 id="changed">{t('changed')}</h2>
      <ul className={classNames(card.card, styles.list)}>
        {rows.map((one) => (
          <Row key={one.id_change} of={one} />
        ))}
      </ul>
      {changes.hasNextPage && <LoadMoreButton list={changes} label={t('more')} failed={t('failedChanged')} />}
    </section>
  );
}

function Row({ of }: { of: TimetableChange }) {
  const { t } = useTranslation('timetable-changes');
  const words = useTimetableChangeTexts();
  const undo = useUndoClassChangeWithToast();
  const place = (at: NonNullable<TimetableChange['was']>) =>
    [`${dateInWords(at.date)}, ${at.startsAt}`, at.auditorium && t('room', { room: at.auditorium })]
      .filter(Boolean)
      .join(', ');
  const fromTo = [of.was && place(of.was), of.now && place(of.now)].filter(Boolean).join(' → ');
  return (
    <li className={classNames(of.undone !== null && styles.over)}>
      <span className={classNames(styles.tag, of.step === 'cancelled' ? styles.bad : styles.new)}>
        {of.undone ? t('step.undone') : words.step(of)}
      </span>
      <span className={styles.what}>
        <b translate="no">{[of.discipline, of.groups.join(', ')].filter(Boolean).join(' · ')}</b>
        <small>
          {fromTo} · <span translate="no">{of.reason}</span> · {t('seen', { seen: of.seen, told: of.told })}
          {of.isForced && ` · ${t('forced')}`} · <span translate="no">{formatNameWithHint(of.by, of.apart)}</span>
        </small>
      </span>
      {of.canUndo && (
        <Button look="quiet" onClick={() => undo(of.id_change)} aria-label={t('undoOf', { what: of.discipline })}>
          {t('undo')}
        </Button>
      )}
    </li>
  );
}
