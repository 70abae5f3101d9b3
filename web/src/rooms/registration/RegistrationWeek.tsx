import { type CSSProperties, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { weekdayNameByNumber } from '../../core/time.ts';
import { classNames } from '../../kit/classNames.ts';
import { DotSeparatedList } from '../../kit/DotSeparatedList.tsx';
import { disciplineInitials } from '../../kit/discipline.ts';
import { insertSoftHyphens } from '../../kit/insertSoftHyphens.ts';
import { WholeWordText } from '../../kit/WholeWordText.tsx';
import { disciplineColours } from './colour.ts';
import type { ChoosableClassType, ChoosableDiscipline, StreamOption, WeekEntry } from './disciplines.ts';
import type { OfferSlots } from './formatters.ts';
import styles from './RegistrationWeek.module.css';
import type { OfferLesson } from './registration.data.ts';

/** The week is shown with so many days and hours even when less is taken. */
const minDays = 6;
const minHours = 5;

/** What is at one hour of a day. */
interface Block {
  readonly kind: 'held' | 'here' | 'candidate' | 'clash';
  readonly discipline: number;
  readonly name: string;
  readonly about: string;
  readonly weekKind: number;
  readonly stream: number | null;
  readonly choose: (() => void) | null;
}

interface Hour {
  readonly day: number;
  readonly slot: number;
  readonly blocks: readonly Block[];
}

interface Props {
  week: readonly WeekEntry[];
  slots: OfferSlots;
  /** The open card, whose streams are shown among what is chosen. */
  open: ChoosableDiscipline | null;
  onChoose: (type: ChoosableClassType, option: StreamOption) => void;
}

/** Days, hours, and what is in each. */
function useHours({ week, slots, open, onChoose }: Props) {
  const { t } = useTranslation('registration');
  return useMemo(() => {
    const candidates = (open?.types ?? []).flatMap((type) =>
      type.options
        .filter((option) => option.stream.subgroup !== type.pick?.subgroup)
        .flatMap((option) => option.stream.lessons.map((lesson) => ({ type, option, lesson }))),
    );
    const all: OfferLesson[] = [...week, ...candidates.map((one) => one.lesson)];
    const lastDay = Math.max(minDays, ...all.map((one) => one.day_number));
    const last = Math.max(minHours, ...all.map((one) => slots.findIndex((slot) => slot.num_slot === one.num_slot) + 1));
    const shown = slots.slice(0, last);
    const days = Array.from({ length: lastDay }, (_, day) => day + 1);
    const hours = shown.flatMap(({ num_slot: slot }) =>
      days.map((day): Hour => {
        const at = (one: OfferLesson) => one.day_number === day && one.num_slot === slot;
        const entries = onlyOnce(week.filter(at)).map(
          (entry): Block => ({
            kind: entry.discipline === open?.id ? 'here' : 'held',
            discipline: entry.discipline,
            name: entry.name,
            about: entry.typeName.toLocaleLowerCase(),
            weekKind: entry.week_kind,
            stream: null,
            choose: null,
          }),
        );
        // Streams of one class type at one hour are one choice: the first that has a seat.
        const types = Map.groupBy(
          candidates.filter(({ lesson }) => at(lesson)),
          ({ type }) => type,
        );
        const others = [...types].map(([type, some]): Block => {
          const best = some.find(({ option }) => !option.isFull) ?? some[0];
          const option = best?.option;
          return {
            kind: option?.clash !== null ? 'clash' : 'candidate',
            discipline: open?.id ?? 0,
            name: open?.name ?? '',
            about: option?.isFull ? t('noSeats') : type.name.toLocaleLowerCase(),
            weekKind: best?.lesson.week_kind ?? 0,
            stream: option?.stream.subgroup ?? null,
            choose: option && !option.isBarred ? () => onChoose(type, option) : null,
          };
        });
        const doubled =
          entries.length > 1 && entries.some((one) => entries.some((two) => two !== one && overlap(one, two)));
        return {
          day,
          slot,
          blocks: [...entries.map((one) => (doubled ? { ...one, kind: 'clash' as const } : one)), ...others],
        };
      }),
    );
    return { days, shown, hours };
  }, [week, slots, open, onChoose, t]);
}

/** Subgroups of one class are one entry of the week. */
function onlyOnce(entries: readonly WeekEntry[]): WeekEntry[] {
  const key = (one: WeekEntry) => `${one.discipline} ${one.classType} ${one.week_kind}`;
  return [...new Map(entries.map((one) => [key(one), one])).values()];
}

const overlap = (a: Block, b: Block) => a.weekKind === b.weekKind || a.weekKind === 0 || b.weekKind === 0;

/** The own week on the desktop: chosen, this card's choice, other streams, and what meets. */
export function RegistrationWeek(props: Props & { title: string; lit: number | null; mayChoose: boolean }) {
  const { t } = useTranslation('registration');
  const { days, shown, hours } = useHours(props);
  const heading = useId();
  return (
    <div className={styles.week}>
      <header className={styles.top}>
        <h2 id={heading}>{props.title}</h2>
        <ul className={styles.legend}>
          {(['held', 'here', 'candidate', 'clash'] as const).map((kind) => (
            <li key={kind}>
              <i className={styles[`${kind}Sign`]} aria-hidden="true" />
              {t(`legend.${kind}`)}
            </li>
          ))}
        </ul>
      </header>
      <section
        className={styles.grid}
        style={{ '--days': days.length, '--hours': shown.length } as CSSProperties}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        aria-labelledby={heading}
      >
        <span />
        {days.map((day) => (
          <span key={day} className={styles.day}>
            {weekdayNameByNumber(day, 'short')}
          </span>
        ))}
        {shown.map(({ num_slot, starts }, row) => (
          <span key={num_slot} className={styles.hour} style={{ gridArea: `${row + 2} / 1` }}>
            {starts}
          </span>
        ))}
        {hours.map(({ day, slot, blocks }) => (
          <div key={`${day} ${slot}`} className={styles.cell}>
            {halves(blocks).map((block, place) => (
              <WeekBlock
                // biome-ignore lint/suspicious/noArrayIndexKey: a block has nothing else of its own.
                key={place}
                block={block}
                isLit={block.stream !== null && block.stream === props.lit}
                mayChoose={props.mayChoose}
              />
            ))}
          </div>
        ))}
      </section>
    </div>
  );
}

/** Something that is barred stands as a frame over what it meets. */
function halves(blocks: readonly Block[]): Block[] {
  const barred = blocks.find((one) => one.kind === 'clash' && one.stream !== null);
  const solid = blocks.filter((one) => one !== barred);
  return barred && solid[0]
    ? [{ ...solid[0], kind: 'clash', stream: barred.stream, choose: barred.choose }, ...solid.slice(1)]
    : [...blocks];
}

function WeekBlock({ block, isLit, mayChoose }: { block: Block; isLit: boolean; mayChoose: boolean }) {
  const { t } = useTranslation('registration');
  const week = block.weekKind && t(`weekShort.${block.weekKind === 1 ? 'odd' : 'even'}`);
  const look = classNames(styles.block, styles[block.kind], isLit && styles.lit);
  const content = (
    <>
      <b translate="no">
        <WholeWordText>{block.name}</WholeWordText>
      </b>
      <small>
        <DotSeparatedList facts={[insertSoftHyphens(block.about), week || null]} />
      </small>
      {block.kind === 'clash' && <em>{t('legend.clash')}</em>}
    </>
  );
  if (!block.choose || !mayChoose)
    return (
      <div className={look} style={disciplineColours(block.discipline)}>
        {content}
      </div>
    );
  return (
    <button
      type="button"
      tabIndex={-1}
      className={look}
      style={disciplineColours(block.discipline)}
      onClick={block.choose}
    >
      {content}
    </button>
  );
}

/** The own week inside an open card, where there is no room beside it; the same is said by the choices above. */
export function WeekStrip(props: Props & { title: string; lit: number | null }) {
  const { days, hours } = useHours(props);
  return (
    <div
      className={styles.strip}
      role="img"
      aria-label={props.title}
      style={{ '--days': days.length } as CSSProperties}
    >
      {days.map((day) => (
        <span key={day} className={styles.day}>
          {weekdayNameByNumber(day, 'short')}
        </span>
      ))}
      {hours.map(({ day, slot, blocks }) => {
        const shown = halves(blocks);
        return (
          <span key={`${day} ${slot}`} className={styles.mini}>
            {shown.map((block, place) => (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: a block has nothing else of its own.
                key={place}
                className={classNames(
                  styles[`${block.kind}Mini`],
                  block.stream !== null && block.stream === props.lit && styles.lit,
                )}
                style={disciplineColours(block.discipline)}
                translate="no"
              >
                {block.kind === 'candidate' ? '' : disciplineInitials(block.name)}
              </i>
            ))}
          </span>
        );
      })}
    </div>
  );
}
