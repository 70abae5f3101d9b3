import { useAtom } from '../core/atom.ts';
import { language } from '../core/i18n.ts';
import { toCalendarDay } from '../core/time.ts';
import { Time } from '../kit/Time.tsx';
import styles from './Notice.module.css';
import { NoticeRow } from './NoticeRow.tsx';
import type { Notice } from './notices.data.ts';

interface Props {
  rows: readonly Notice[];
  /** Whether each day is a card, as on the page of notices; the panel shows plain rows. */
  cards?: boolean;
  onOpen?: () => void;
}

/** Notices under the headings of their days. */
export function NoticesByDay({ rows, cards = false, onOpen }: Props) {
  useAtom(language);
  const days = Map.groupBy(rows, ({ at }) => toCalendarDay(at));
  return (
    <div className={styles.days} data-cards={cards || undefined}>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`notices-${day}`}>
          <h2 id={`notices-${day}`} className={styles.day}>
            <Time at={day} form="heading" />
          </h2>
          <ul>
            {ofDay.map((notice) => (
              <li key={notice.id}>
                <NoticeRow notice={notice} form="clock" onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
