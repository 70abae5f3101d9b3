import { useTranslation } from 'react-i18next';
import { classNames } from '../../kit/classNames.ts';
import { disambiguateNames, shortName } from '../../kit/person.ts';
import styles from './ClassTypeOptions.module.css';
import type { ChoosableClassType, StreamOption } from './disciplines.ts';
import { formatStreamClassrooms, formatStreamTimes, type OfferSlots } from './formatters.ts';

/** Fewer free seats than this are shown as few. */
const few = 5;

interface Props {
  type: ChoosableClassType;
  /** Names the radios of the discipline. */
  group: string;
  slots: OfferSlots;
  mayChoose: boolean;
  /** `pointed`: by a press, not by the arrow keys, which pass over what is not meant. */
  onChoose: (option: StreamOption, pointed: boolean) => void;
  /** Enter: this card is settled, on to the next. */
  onNext: () => void;
  /** The stream whose hours are looked at. */
  onLight: (stream: number | null) => void;
}

/** The streams of one class type, of which one is chosen. */
export function ClassTypeOptions({ type, group, slots, mayChoose, onChoose, onNext, onLight }: Props) {
  const { t } = useTranslation('registration');
  const teachers = disambiguateNames(
    type.options.map(({ stream: { t_fio: name, apart } }) => ({ name, apart })),
    shortName,
  );
  const titles = type.options.map(({ stream }) => formatStreamTimes(stream, slots, t, 'long'));
  return (
    <fieldset className={styles.type}>
      <legend className={styles.legend}>
        <span translate="no">{type.name}</span>
        {type.isOnly && type.pick && <small>{t('onlyOption')}</small>}
      </legend>
      {type.options.map((option, place) => {
        const { stream } = option;
        const isChosen = type.pick?.subgroup === stream.subgroup;
        const title = titles[place] ?? '';
        const isDouble = titles.filter((other) => other === title).length > 1;
        return (
          <label
            key={stream.subgroup}
            className={classNames(styles.option, option.isBarred && styles.barred)}
            onPointerEnter={() => onLight(stream.subgroup)}
            onPointerLeave={() => onLight(null)}
            onFocus={() => onLight(stream.subgroup)}
            onBlur={() => onLight(null)}
          >
            <input
              type="radio"
              name={`${group}-${type.id}`}
              checked={isChosen}
              disabled={!mayChoose || (option.isBarred && !isChosen)}
              onChange={({ nativeEvent }) => onChoose(option, (nativeEvent as MouseEvent).detail > 0)}
              onKeyDown={({ key }) => key === 'Enter' && onNext()}
            />
            <span className={styles.dot} aria-hidden="true" />
            <span className={styles.text}>
              <b>{title}</b>
              <small>
                {option.isBarred ? (
                  t('clashesWith', { with: option.clash })
                ) : (
                  <span translate="no">
                    {[
                      teachers[place],
                      formatStreamClassrooms(stream) && t('room', { room: formatStreamClassrooms(stream) }),
                      isDouble && stream.name,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                )}
              </small>
            </span>
            <SeatsLeft option={option} isChosen={isChosen} isOwn={type.own === stream.subgroup} />
          </label>
        );
      })}
      {!type.options.length && <p className={styles.none}>{t('noStreams')}</p>}
    </fieldset>
  );
}

/** How many may still come, or why one may not. */
function SeatsLeft({ option, isChosen, isOwn }: { option: StreamOption; isChosen: boolean; isOwn: boolean }) {
  const { t } = useTranslation('registration');
  const { stream } = option;
  if (isOwn) return <span className={styles.seats}>{t('yourStream')}</span>;
  if (option.isBarred) return <span className={classNames(styles.seats, styles.bad)}>{t('busyThen')}</span>;
  if (stream.place !== null)
    return <span className={classNames(styles.seats, styles.few)}>{t('inLineAt', { place: stream.place })}</span>;
  if (option.clash !== null)
    return <span className={classNames(styles.seats, styles.bad)}>{t('clashesWith', { with: option.clash })}</span>;
  if (option.isFull) return <span className={classNames(styles.seats, isChosen && styles.bad)}>{t('fullLine')}</span>;
  if (stream.free < few)
    return <span className={classNames(styles.seats, styles.few)}>{t('left', { n: stream.free })}</span>;
  return <span className={styles.seats}>{t('free', { n: stream.free })}</span>;
}
