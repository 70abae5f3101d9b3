import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { SearchField } from '../../kit/SearchField.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import styles from './Office.module.css';
import { StreamForm } from './StreamForm.tsx';
import { type StreamCourseOption, useStreamCourses } from './streams.data.ts';

/** A new stream: of which discipline and class type, then what it shall be like. */
export function NewStreamDialog({ year, term, onClose }: { year: number; term: number; onClose: () => void }) {
  const { t } = useTranslation('office');
  const [typed, setTyped] = useState('');
  const [course, setCourse] = useState<StreamCourseOption | null>(null);
  const [type, setType] = useState(0);
  const found = useStreamCourses(year, term, typed.trim());
  const kindOf = (one: StreamCourseOption) =>
    `${t('creditsShort', { credits: one.kredits })}, ${t(one.isSelect ? 'stream.chosen' : 'stream.planned')}`;
  const choose = (one: StreamCourseOption) => {
    setCourse(one);
    setType(one.types[0]?.id_vid_zaniatiy ?? 0);
  };
  return (
    <Dialog open onClose={onClose} drawer="right" wide title={t('stream.new')}>
      {!course && (
        <div className={styles.dialog}>
          <SearchField small focused label={t('stream.findCourse')} value={typed} onSearch={setTyped} />
          {[...typed.trim()].length < 2 && <p className={styles.about}>{t('stream.courseHint')}</p>}
          {[...typed.trim()].length >= 2 && found.data && (
            <ul className={styles.found}>
              {found.data.map((one) => (
                <li key={`${one.id_discipline} ${one.kredits} ${one.isSelect}`}>
                  <Button look="quiet" onClick={() => choose(one)}>
                    <span translate="no">{one.discipline}</span> · {kindOf(one)}
                  </Button>
                </li>
              ))}
              {found.data.length === 0 && <li className={styles.about}>{t('nothingFound')}</li>}
            </ul>
          )}
        </div>
      )}
      {course && (
        <>
          <p className={styles.row}>
            <span>
              <b translate="no">{course.discipline}</b> · {kindOf(course)}
            </span>
            <Button look="quiet" onClick={() => setCourse(null)}>
              {t('stream.anotherCourse')}
            </Button>
          </p>
          <div className={styles.types}>
            <SegmentedControl
              wide
              label={t('stream.type')}
              segments={course.types.map((one) => ({
                value: one.id_vid_zaniatiy,
                name: shortenClassTypeInLowercase(one.name_vid_zaniatiy),
              }))}
              value={type}
              onChoose={setType}
            />
          </div>
          <StreamForm
            key={`${course.id_discipline} ${course.kredits} ${type}`}
            course={{
              id_a_year: year,
              id_ws: term,
              id_discipline: course.id_discipline,
              kredits: course.kredits,
              isSelect: course.isSelect,
              id_vid_zaniatiy: type,
            }}
            onDone={onClose}
          />
        </>
      )}
    </Dialog>
  );
}
