import caretDown from 'icon:caret-down-bold';
import check from 'icon:check-circle-fill';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { numberFormat } from '../../core/numbers.ts';
import { screenState } from '../../core/screen.ts';
import { DisciplineTile } from '../../disciplines/DisciplineTile.tsx';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { WholeWordText } from '../../kit/WholeWordText.tsx';
import { ClassTypeOptions } from './ClassTypeOptions.tsx';
import styles from './DisciplineCard.module.css';
import {
  type ChoosableClassType,
  type ChoosableDiscipline,
  hasWaitlistedClassType,
  listMissingClassTypes,
  type StreamOption,
} from './disciplines.ts';
import { formatChoice, type OfferSlots } from './formatters.ts';

interface Props {
  discipline: ChoosableDiscipline;
  slots: OfferSlots;
  isOpen: boolean;
  mayChoose: boolean;
  /** Why it could not be registered. */
  reason: string | null;
  /** The streams, while they are read or could not be. */
  instead: ReactNode;
  /** The own week, where there is no room beside the cards. */
  strip: ReactNode;
  onToggle: () => void;
  onChoose: (type: ChoosableClassType, option: StreamOption, pointed: boolean) => void;
  onNext: () => void;
  onForget: () => void;
  onLight: (stream: number | null) => void;
}

/** A discipline with all its class types: closed one line, open the streams to choose from. */
export function DisciplineCard(props: Props) {
  const { discipline, isOpen, mayChoose, reason, instead, strip } = props;
  const { t } = useTranslation('registration');
  const id = useId();
  const isOptional = discipline.block !== null || discipline.part === 'extra';
  // What is only waited for is left by leaving the line.
  const isKeptHere =
    discipline.isTaken && discipline.registration === null && (discipline.isNew || !hasWaitlistedClassType(discipline));
  return (
    <section className={classNames(card.card, styles.card)} aria-labelledby={`${id}-name`}>
      {reason && (
        <div className={styles.reason}>
          <InlineAlert tone="bad">{reason}</InlineAlert>
        </div>
      )}
      <h3>
        <button
          type="button"
          className={styles.head}
          id={`card-${discipline.key}`}
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={props.onToggle}
        >
          <DisciplineTile id={discipline.id} name={discipline.name} />
          <span className={styles.names}>
            <b id={`${id}-name`} translate="no">
              <WholeWordText>{discipline.name}</WholeWordText>
            </b>
            <Facts discipline={discipline} slots={props.slots} isOpen={isOpen} />
          </span>
          {isOpen ? (
            <Icon of={caretDown} size="s" className={styles.up} />
          ) : discipline.isDone ? (
            <span className={styles.done}>
              <Icon of={check} />
              <span className="hidden-text">{t(discipline.isNew ? 'chosen' : 'registered')}</span>
            </span>
          ) : (
            !discipline.isSettled && <span className={styles.choose}>{t('choose')}</span>
          )}
        </button>
      </h3>
      {isOpen && (
        <div id={`${id}-body`} className={styles.body}>
          {instead ??
            discipline.types.map((type) => (
              <ClassTypeOptions
                key={type.id}
                type={type}
                group={id}
                slots={props.slots}
                mayChoose={mayChoose && discipline.mayEdit}
                onChoose={(option, pointed) => props.onChoose(type, option, pointed)}
                onNext={props.onNext}
                onLight={props.onLight}
              />
            ))}
          {!instead && !discipline.mayEdit && mayChoose && <p className={styles.kept}>{t('refusals.marksExist')}</p>}
          {!instead && strip}
          {isOptional && isKeptHere && (
            <div className={styles.actions}>
              <Button look="quiet" onClick={props.onForget}>
                {t('forget')}
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

/** What is chosen, or what kind of discipline it is. */
function Facts({ discipline, slots, isOpen }: { discipline: ChoosableDiscipline; slots: OfferSlots; isOpen: boolean }) {
  const { t } = useTranslation('registration');
  const credits = t('creditsOf', { count: discipline.credits, n: numberFormat().format(discipline.credits) });
  const { mobile } = useAtom(screenState);
  const chosen = discipline.isTaken
    ? discipline.types.map((type) => formatChoice(type, slots, t, mobile)).filter((one) => one !== null)
    : [];
  const missing = discipline.isTaken && !discipline.isDone && chosen.length ? listMissingClassTypes(discipline) : [];
  if (!isOpen && chosen.length)
    return (
      <>
        <small className={styles.facts}>{[...chosen, credits].join(' · ')}</small>
        {missing.length > 0 && (
          <small className={styles.missing}>
            {t('stillToChoose', { what: missing.join(', ').toLocaleLowerCase() })}
          </small>
        )}
        {discipline.isTaken && hasWaitlistedClassType(discipline) && (
          <small className={styles.missing}>{t('leftInLine')}</small>
        )}
      </>
    );
  const options = discipline.types.reduce((sum, type) => sum + type.options.length, 0);
  const kind = isOpen
    ? t(discipline.part === 'extra' ? 'optionalOne' : 'plannedOne')
    : options > 0 && t('options', { count: options });
  return (
    <small className={styles.facts}>
      {[credits, discipline.control.toLocaleLowerCase(), kind].filter(Boolean).join(' · ')}
    </small>
  );
}
