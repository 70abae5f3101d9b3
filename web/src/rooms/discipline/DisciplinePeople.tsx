import { groupChatId, selectionUpdates } from '@bilim/contract/url-selection.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePhoto } from '../../account/photo.data.ts';
import { useClassViewer } from '../../classes/class-links.ts';
import { type CascadingSelection, type Contact, toUrlSelection } from '../../disciplines/cascade.data.ts';
import { Avatar, GroupAvatar } from '../../kit/Avatar.tsx';
import { buttonClasses } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { formatNameWithHint, shortName, surnameAndName } from '../../kit/person.ts';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import styles from './Discipline.module.css';
import { formatAverage } from './DisciplineTotals.tsx';
import {
  absenceThreshold,
  type GroupStatistics,
  type StudentStatistics,
  summarizeStudentStatistics,
  useFellowStudents,
  useGroupStatistics,
} from './discipline.data.ts';

const isPerson = ({ idid }: Contact) => idid !== groupChatId;

/** The people of the discipline: a student's teachers and group, a teacher's groups. */
export function DisciplinePeople({ cascade }: { cascade: CascadingSelection }) {
  const { teacher } = useClassViewer();
  return teacher ? <OwnGroups cascade={cascade} /> : <Around cascade={cascade} />;
}

/** The group's conversation and the teachers; then the others of the group, by name alone. */
function Around({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { contacts } = cascade;
  if (!contacts.data && contacts.isError)
    return (
      <LoadFailure
        title={t('common:panel.failedContacts')}
        failure={contacts.error}
        onRetry={() => void contacts.refetch()}
      />
    );
  if (!contacts.data) return <PeopleSkeleton />;
  if (contacts.data.length === 0) return <EmptyState title={t('common:panel.noContacts')} />;
  return (
    <>
      <Rows people={contacts.data} cascade={cascade} />
      <Fellows cascade={cascade} />
    </>
  );
}

/** A student's teachers of the discipline. */
export function DisciplineTeachers({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { data, isError } = cascade.contacts;
  if (!data && !isError)
    return (
      <Skeleton className={classNames(card.card, styles.rows)}>
        <SkeletonBar className={styles.boneRow} />
        <SkeletonBar className={styles.boneRow} />
      </Skeleton>
    );
  const teachers = data?.filter(isPerson) ?? [];
  return teachers.length ? <Rows people={teachers} cascade={cascade} label={t('teachers')} /> : null;
}

function Rows({ people, cascade, label }: { people: readonly Contact[]; cascade: CascadingSelection; label?: string }) {
  return (
    <ul className={classNames(card.card, styles.rows)} aria-label={label}>
      {people.map((contact) => (
        <li key={`${contact.id_type}.${contact.idid}`}>
          <Person contact={contact} cascade={cascade} />
        </li>
      ))}
    </ul>
  );
}

function Person({ contact, cascade }: { contact: Contact; cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { idid, id_type, fio, doljnost, group, apart } = contact;
  const photo = usePhoto(isPerson(contact) ? idid : null, id_type);
  return (
    <div className={styles.row}>
      {isPerson(contact) ? <Avatar id={idid} fullName={fio} photo={photo} /> : <GroupAvatar />}
      <span className={styles.words} translate="no">
        <b title={fio}>{isPerson(contact) ? shortName(fio) : fio}</b>
        <small>{[doljnost ?? group, apart].filter(Boolean).join(' · ')}</small>
      </span>
      <Link
        to="/chat"
        search={selectionUpdates.contact(toUrlSelection(cascade), idid)}
        className={buttonClasses('soft')}
        aria-label={t('writeTo', { name: formatNameWithHint(fio, apart) })}
      >
        {t('write')}
      </Link>
    </div>
  );
}

/** The others of the group or streams: nobody writes to them by themselves. */
function Fellows({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { list, error, refetch } = useFellowStudents(cascade);
  if (error) return <LoadFailure small title={t('failedFellows')} failure={error} onRetry={() => refetch()} />;
  if (!list) return <PeopleSkeleton />;
  if (!list.length) return null;
  return (
    <section className={styles.people} aria-labelledby="discipline-fellows">
      <header className={styles.heading}>
        <h2 id="discipline-fellows">{t('fellows')}</h2>
        <p>{t('students', { count: list.length })}</p>
      </header>
      <ul className={classNames(card.card, styles.rows, styles.fellows)}>
        {list.map(({ idid, fio, apart }) => (
          <li key={idid} className={styles.row}>
            <Avatar id={idid} fullName={fio} />
            <span className={styles.words} translate="no">
              <b title={fio}>{formatNameWithHint(surnameAndName(fio), apart)}</b>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A teacher's groups, each with its conversation and its students. */
function OwnGroups({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { data, error, isPending, refetch } = useGroupStatistics(cascade, true);
  if (isPending) return <PeopleSkeleton />;
  if (!data) return <LoadFailure title={t('failedMarks')} failure={error} onRetry={() => void refetch()} />;
  if (!data.length) return <EmptyState title={t('noGroups')} />;
  return data.map((group) => (
    <OwnGroup key={`${group.id_semesterOrWs}.${group.id_groupOrPorok}`} group={group} cascade={cascade} />
  ));
}

function OwnGroup({ group, cascade }: { group: GroupStatistics; cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { id_semesterOrWs: sem, id_groupOrPorok: id, p20, students } = group;
  const course = selectionUpdates.group({ ...toUrlSelection(cascade), sem }, id);
  const heading = `discipline-group-${sem}-${id}`;
  return (
    <section className={styles.people} aria-labelledby={heading}>
      <header className={styles.heading}>
        <h2 id={heading} translate="no">
          {p20}
        </h2>
        <p>{t('students', { count: students.length })}</p>
        <Link to="/chat" search={selectionUpdates.contact(course, groupChatId)} className={buttonClasses('quiet')}>
          {t('writeToGroup')}
        </Link>
      </header>
      <ul className={classNames(card.card, styles.rows)}>
        {students.map((student) => (
          <li key={student.id_student} className={styles.row}>
            <Student student={student} />
            <Link
              to="/chat"
              search={selectionUpdates.contact(course, student.id_student)}
              className={buttonClasses('soft')}
              aria-label={t('writeTo', { name: formatNameWithHint(student.s_fio, student.apart) })}
            >
              {t('write')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A student with absences and mean, as far as anything is entered. */
function Student({ student }: { student: StudentStatistics }) {
  const { t } = useTranslation('discipline');
  const { id_student, s_fio, apart, absences, given } = student;
  const photo = usePhoto(id_student, 2);
  const { mean } = summarizeStudentStatistics([student]);
  return (
    <>
      <Avatar id={id_student} fullName={s_fio} photo={photo} />
      <span className={styles.words}>
        <b translate="no" title={s_fio}>
          {formatNameWithHint(surnameAndName(s_fio), apart)}
        </b>
        <small className={styles.figures}>
          <span className={absences >= absenceThreshold ? styles.absences : undefined}>
            {absences > 0 ? t('absences', { count: absences }) : t('noAbsences')}
          </span>
          {given > 0 && ` · ${t('mean')} ${formatAverage(mean)}`}
        </small>
      </span>
    </>
  );
}

function PeopleSkeleton() {
  return (
    <Skeleton className={classNames(card.card, styles.rows)}>
      {[1, 2, 3].map((place) => (
        <SkeletonBar key={place} className={styles.boneRow} />
      ))}
    </Skeleton>
  );
}
