import caretDown from 'icon:caret-down-bold';
import { disciplineKey } from '@bilim/contract/discipline-key.ts';
import { selectionUpdates, shortYearLabel } from '@bilim/contract/url-selection.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnreadCounts } from '../conversations/unread.data.ts';
import { numberFormat } from '../core/numbers.ts';
import { CountBadge } from '../kit/CountBadge.tsx';
import { Icon } from '../kit/Icon.tsx';
import { useIsUniversityMissing } from '../kit/MissingUniversityMessage.tsx';
import { Popover } from '../kit/Popover.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../kit/States.tsx';
import { WholeWordText } from '../kit/WholeWordText.tsx';
import type { CascadingSelection } from './cascade.data.ts';
import { DisciplineTile } from './DisciplineTile.tsx';
import styles from './Panel.module.css';

/** The terms of an academic year: autumn, spring, summer. */
const terms = [1, 2, 3] as const;

/**
 * The disciplines of the term; of chosen ones it says so. `quiet`: the page beside it says that there are none.
 */
export function DisciplinePanel({ cascade, quiet }: { cascade: CascadingSelection; quiet?: boolean }) {
  const { t } = useTranslation();
  const { disciplines, discipline: active, chosen, year, ws } = cascade;
  const unread = useUnreadCounts();
  const credits = numberFormat();
  const isWithoutAny = useIsUniversityMissing() || disciplines.data?.length === 0;
  return (
    <section className={styles.panel} aria-labelledby="panel-disciplines">
      <header>
        <h2 id="panel-disciplines">{t('panel.disciplines')}</h2>
        <TermChoice cascade={cascade} />
      </header>
      <div className={styles.list}>
        {disciplines.data?.map((one) => {
          const key = disciplineKey(one);
          const current = active !== null && key === disciplineKey(active);
          return (
            <button
              key={key}
              type="button"
              className={styles.item}
              aria-current={current ? 'true' : undefined}
              onClick={() => cascade.go(selectionUpdates.discipline(chosen, key))}
            >
              <DisciplineTile id={one.id} name={one.discipline} />
              <span className={styles.names}>
                <span className={styles.name} translate="no">
                  <WholeWordText>{one.discipline}</WholeWordText>
                </span>
                {one.isSelect && <small>{t('panel.optional')}</small>}
              </span>
              <CountBadge
                of={
                  year === null || ws === null ? 0 : unread.in({ year, ws, id_discipline: one.id, kredit: one.kredit })
                }
              />
              <span className={styles.credits}>{t('panel.credits', { credits: credits.format(one.kredit) })}</span>
            </button>
          );
        })}
        {isWithoutAny && !quiet && <p className={styles.none}>{t('panel.noDisciplines')}</p>}
        {!disciplines.data &&
          !isWithoutAny &&
          (disciplines.isError ? (
            <LoadFailure
              small
              title={t('panel.failedDisciplines')}
              failure={disciplines.error}
              onRetry={() => void disciplines.refetch()}
            />
          ) : (
            <Skeleton>
              {[1, 2, 3, 4].map((line) => (
                <div key={line} className={styles.item}>
                  <SkeletonBar className={styles.boneName} />
                </div>
              ))}
            </Skeleton>
          ))}
      </div>
    </section>
  );
}

/** Year and term of what is shown; choosing another resets the discipline. */
export function TermChoice({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { year, ws, years } = cascade;
  if (year === null || ws === null) return null;
  const name = (id: number, term: number) => `${yearLabel(id, years.data)} · ${t(`term.${term}`)}`;
  return (
    <Popover
      label={t('panel.term')}
      open={open}
      onOpenChange={setOpen}
      className={styles.terms}
      trigger={
        <button type="button" className={styles.term}>
          <span className="hidden-text">{t('panel.term')}: </span>
          {name(year, ws)}
          <Icon of={caretDown} size="xs" />
        </button>
      }
    >
      {(years.data ?? [{ id_a_year: year, p32: '' }]).flatMap(({ id_a_year: id }) =>
        terms.map((term) => (
          <button
            key={`${id}.${term}`}
            type="button"
            className={styles.item}
            aria-current={id === year && term === ws ? 'true' : undefined}
            onClick={() => {
              setOpen(false);
              cascade.go(selectionUpdates.term(id, term));
            }}
          >
            {name(id, term)}
          </button>
        )),
      )}
    </Popover>
  );
}

/** The name of an academic year, or its number when it has no label yet. */
function yearLabel(id: number, years: CascadingSelection['years']['data']): string {
  const label = years?.find((one) => one.id_a_year === id)?.p32;
  return label ? shortYearLabel(label) : `20${String(id).padStart(2, '0')}`;
}
