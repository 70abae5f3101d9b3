import changed from 'icon:calendar-dots';
import caretRight from 'icon:caret-right-bold';
import database from 'icon:database';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '../../core/numbers.ts';
import type { PageLink } from '../../core/searchParams.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon, type IconDrawing } from '../../kit/Icon.tsx';
import { shortName, surnameAndName } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import { CountCardSkeleton } from './CountCard.tsx';
import { type RoomPreviewLists, useRoomPreviewLists } from './cases.data.ts';
import { NewsDigest } from './NewsDigest.tsx';
import { SectionHeader } from './SectionHeader.tsx';
import own from './StaffAccounts.module.css';
import styles from './StaffToday.module.css';

/** What waits or was done last in the rooms of the person's permissions, row by row, and the news. */
export function CaseListsAndNews() {
  const lists = useRoomPreviewLists();
  if (lists.isPending) return <CountCardSkeleton />;
  const { teachers, reported, imports, changes } = lists;
  return (
    <>
      <UnfilledTeachers of={teachers} />
      <ReportedMessages of={reported} />
      <LatestImports of={imports} />
      <LatestChanges of={changes} />
      <NewsDigest />
    </>
  );
}

/** A list with its name and the way to all of it; nothing without rows. */
function List({ id, title, all, children }: { id: string; title: string; all: PageLink; children: ReactNode[] }) {
  const { t } = useTranslation('today');
  if (!children.length) return null;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <SectionHeader id={id} title={title}>
        <Link {...all}>{t('staff.allActs')}</Link>
      </SectionHeader>
      <ul className={classNames(card.card, styles.rows)}>{children}</ul>
    </section>
  );
}

interface RowProps {
  to: PageLink;
  sign: ReactNode;
  title: ReactNode;
  about: ReactNode;
  end: ReactNode;
}

function Row({ to, sign, title, about, end }: RowProps) {
  return (
    <li>
      <Link {...to} className={styles.row}>
        {sign}
        <span className={styles.words}>
          <b>{title}</b>
          <small>{about}</small>
        </span>
        {end}
        <Icon of={caretRight} size="xs" />
      </Link>
    </li>
  );
}

const Sign = ({ of }: { of: IconDrawing }) => (
  <span className={own.sign} aria-hidden="true">
    <Icon of={of} size="s" />
  </span>
);

/** Teachers whose journals of the last days are not filled. */
function UnfilledTeachers({ of }: { of: RoomPreviewLists['teachers'] }) {
  const { t } = useTranslation('today');
  return (
    <List id="teachers" title={t('staff.unfilledBy')} all={{ to: '/reports' }}>
      {of.map((one) => (
        <Row
          key={one.id_teacher}
          to={{ to: '/reports' }}
          sign={<Avatar id={one.id_teacher} fullName={one.fio} />}
          title={<span translate="no">{surnameAndName(one.fio)}</span>}
          about={<span translate="no">{[...new Set(one.classes.map((each) => each.discipline))].join(', ')}</span>}
          end={<b className={own.number}>{numberFormat().format(one.unfilled)}</b>}
        />
      ))}
    </List>
  );
}

/** Messages that somebody reported and nobody has decided about. */
function ReportedMessages({ of }: { of: RoomPreviewLists['reported'] }) {
  const { t } = useTranslation('today');
  return (
    <List id="reported" title={t('staff.toDecide')} all={{ to: '/moderation' }}>
      {of.map((one) => (
        <Row
          key={one.id_case}
          to={{ to: '/moderation' }}
          sign={<Avatar id={one.author.uid} fullName={one.author.fullName} />}
          title={<span translate="no">{one.message || one.files[0]?.name}</span>}
          about={
            <>
              <span translate="no">{shortName(one.author.fullName)}</span> ·{' '}
              {t('staff.reportsOf', { count: one.reports })}
            </>
          }
          end={
            <span className={styles.when}>
              <Time at={one.opened} form="list" />
            </span>
          }
        />
      ))}
    </List>
  );
}

/** What was loaded last, with its size. */
function LatestImports({ of }: { of: RoomPreviewLists['imports'] }) {
  const { t } = useTranslation('today');
  return (
    <List id="imports" title={t('staff.lastImports')} all={{ to: '/data' }}>
      {of.map((one) => {
        const count = one.added + one.changed + one.ended;
        const by = one.by ? shortName(one.by) : (one.program ?? t('staff.byCommand'));
        return (
          <Row
            key={one.id_run}
            to={{ to: '/data' }}
            sign={<Sign of={database} />}
            title={one.undoes ? t('staff.importUndo', { run: one.undoes }) : t('staff.importRun', { run: one.id_run })}
            about={`${by} · ${t('staff.changes', { count, number: numberFormat().format(count) })}`}
            end={
              <span className={styles.when}>
                <Time at={one.at} form="list" />
              </span>
            }
          />
        );
      })}
    </List>
  );
}

const steps = ['moved', 'room', 'replaced', 'cancelled', 'added'] as const;

/** Classes that were changed last, each with what became of it. */
function LatestChanges({ of }: { of: RoomPreviewLists['changes'] }) {
  const { t } = useTranslation('today');
  return (
    <List id="changes" title={t('staff.lastChanges')} all={{ to: '/changes' }}>
      {of.map((one) => {
        const step = one.undone ? 'undone' : steps.find((each) => each === one.step);
        return (
          <Row
            key={one.id_change}
            to={{ to: '/changes' }}
            sign={<Sign of={changed} />}
            title={<span translate="no">{one.discipline}</span>}
            about={
              <>
                {step && `${t(`staff.step.${step}`)} · `}
                <span translate="no">{one.groups.join(', ')}</span>
              </>
            }
            end={
              <span className={styles.when}>
                <Time at={one.day} form="list" />
              </span>
            }
          />
        );
      })}
    </List>
  );
}
