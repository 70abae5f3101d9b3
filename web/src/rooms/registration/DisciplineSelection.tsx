import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { ConfirmationDialog } from '../../kit/Dialog.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { EmptyState, LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { ConfirmationReview } from './ConfirmationReview.tsx';
import { DisciplineCard } from './DisciplineCard.tsx';
import { type ChoosableClassType, type ChoosableDiscipline, type StreamOption, sumCredits } from './disciplines.ts';
import styles from './Registration.module.css';
import { RegistrationFooter } from './RegistrationFooter.tsx';
import { RegistrationWeek, WeekStrip } from './RegistrationWeek.tsx';
import type { RegistrationEligibility, RegistrationSelection } from './registration.data.ts';
import type { useConfirmRegistration, WaitlistAndRemoval } from './useRegistering.ts';
import type { RegistrationState } from './useRegistrationState.ts';

interface Props {
  all: RegistrationState;
  /** 1 autumn, 2 spring, 3 summer. */
  season: number;
  /** The list of disciplines has been read. */
  isReady: boolean;
  choice: RegistrationSelection;
  permission: RegistrationEligibility | null;
  confirming: ReturnType<typeof useConfirmRegistration>;
  actions: WaitlistAndRemoval;
}

/** A full stream that somebody chose: its line is joined, or left. */
interface PendingChoice {
  discipline: ChoosableDiscipline;
  type: ChoosableClassType;
  option: StreamOption;
}

/** The cards of the disciplines, the own week beside them, and the one confirmation. */
export function DisciplineSelection({ all, season, isReady, choice, permission, confirming, actions }: Props) {
  const { t } = useTranslation('registration');
  const { disciplines, week, offers } = all;
  const [lit, setLit] = useState<number | null>(null);
  const mayChoose = permission?.isOpen ?? false;
  const shown = disciplines.filter((one) => one.part === choice.part);
  const open = shown.find((one) => one.key === choice.open) ?? null;
  const slots = offers.data?.slots ?? [];
  const next = useNextCard(disciplines, choice);

  const { choose, confirm, asked, reviewing, setAsked, setReviewing } = useLineActions({
    all,
    choice,
    confirming,
    next,
  });
  const sum = sumCredits(disciplines, choice.open);
  const inWeek = {
    week,
    slots,
    open,
    title: t(`myWeek.${season}`),
    lit,
    onChoose: (type: ChoosableClassType, option: StreamOption) => open && choose(open, type, option, true),
  };
  return (
    <div className={styles.columns}>
      <div className={styles.cards}>
        <Cards
          shown={shown}
          isReady={isReady}
          permission={permission}
          part={choice.part}
          of={(discipline) => (
            <DisciplineCard
              discipline={discipline}
              slots={slots}
              isOpen={discipline === open}
              mayChoose={mayChoose}
              reason={confirming.reasons[discipline.key] ?? null}
              instead={hasNone(discipline) && (offers.isReading || offers.failure) ? <Streams offers={offers} /> : null}
              strip={<WeekStrip {...inWeek} />}
              onToggle={() => choice.openCard(discipline === open ? null : discipline.key)}
              onChoose={(type, option, pointed) => choose(discipline, type, option, pointed)}
              onNext={() => next.after(discipline.key)}
              onForget={() => all.drafts.forget(discipline.key)}
              onLight={setLit}
            />
          )}
        />
      </div>
      <div className={classNames(card.card, styles.side)}>
        <div className={styles.weekPlace}>
          <RegistrationWeek {...inWeek} mayChoose={mayChoose} />
        </div>
        <RegistrationFooter
          sum={sum}
          limit={permission?.creditLimit ?? 0}
          isOpen={mayChoose}
          onReview={() => setReviewing(true)}
        />
      </div>
      <ConfirmationReview
        open={reviewing}
        disciplines={disciplines}
        slots={slots}
        sum={sum}
        limit={permission?.creditLimit ?? 0}
        confirming={confirming}
        onConfirm={(lines) => void confirm(lines)}
        onClose={() => setReviewing(false)}
      />
      <LineDialog asked={asked} actions={actions} onClose={() => setAsked(null)} />
    </div>
  );
}

type ActionsProps = Pick<Props, 'all' | 'choice' | 'confirming'> & { next: ReturnType<typeof useNextCard> };

/** Choosing a stream, asking for the line of a full one, and confirming everything. */
function useLineActions({ all, choice, confirming, next }: ActionsProps) {
  const { t } = useTranslation('registration');
  const connected = useAtom(isPortalReachable);
  const { disciplines } = all;
  const [asked, setAsked] = useState<PendingChoice | null>(null);
  const [reviewing, setReviewing] = useState(false);
  const choose = (
    discipline: ChoosableDiscipline,
    type: ChoosableClassType,
    option: StreamOption,
    pointed: boolean,
  ) => {
    if (option.isFull || option.stream.place !== null) {
      if (connected) setAsked({ discipline, type, option });
      else showToast(t('laterOnline'));
      return;
    }
    confirming.forgive(discipline.key);
    const instead = disciplines.filter(
      (one) => discipline.block !== null && one.block === discipline.block && one.key !== discipline.key,
    );
    all.drafts.choose(
      discipline.key,
      type.id,
      option.stream.subgroup,
      instead.map((one) => one.key),
    );
    next.chosen(discipline.key, pointed);
  };
  const confirm = async (lines: readonly ChoosableDiscipline[]) => {
    const failed = await confirming.confirm(lines);
    setReviewing(false);
    if (failed) choice.openCard(failed, disciplines.find((one) => one.key === failed)?.part ?? 'plan');
    else {
      showToast(t('saved'));
      choice.choosePart('mine');
    }
  };
  return { choose, confirm, asked, reviewing, setAsked, setReviewing };
}

/** No stream of the discipline has been read. */
const hasNone = (discipline: ChoosableDiscipline) => discipline.types.every((type) => !type.options.length);

/** Opens the next card that is not done, once the last class type of one was chosen. */
function useNextCard(disciplines: readonly ChoosableDiscipline[], choice: RegistrationSelection) {
  /** The card that was not done before the choice. */
  const [left, setLeft] = useState<string | null>(null);
  const focus = useRef<string | null>(null);
  const { open, openCard, part } = choice;
  const after = useCallback(
    (key: string) => {
      const some = disciplines.filter((one) => one.part === part);
      const at = some.findIndex((one) => one.key === key);
      const rest = [...some.slice(at + 1), ...some.slice(0, at)];
      const following = rest.find(
        (one) => !one.isSettled && (one.isTaken || one.block === null) && one.part === 'plan',
      );
      focus.current = following?.key ?? key;
      openCard(following?.key ?? null);
    },
    [disciplines, part, openCard],
  );
  const done = disciplines.find((one) => one.key === left)?.isSettled ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what follows is looked for once, when the card is done.
  useEffect(() => {
    if (!left || !done) return;
    setLeft(null);
    after(left);
  }, [left, done]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card is there when another one is open.
  useEffect(() => {
    if (focus.current) document.getElementById(`card-${focus.current}`)?.focus();
    focus.current = null;
  }, [open]);
  return {
    after,
    chosen: (key: string, pointed: boolean) => {
      const isSettled = disciplines.find((one) => one.key === key)?.isSettled ?? false;
      setLeft(pointed && !isSettled ? key : null);
    },
  };
}

interface CardsProps {
  shown: readonly ChoosableDiscipline[];
  isReady: boolean;
  permission: RegistrationEligibility | null;
  part: RegistrationSelection['part'];
  of: (discipline: ChoosableDiscipline) => React.ReactNode;
}

/** The disciplines of the plan first, then each block under its heading. */
function Cards({ shown, isReady, permission, part, of }: CardsProps) {
  const { t } = useTranslation('registration');
  if (!isReady)
    return (
      <Skeleton className={styles.list}>
        {[1, 2, 3, 4].map((line) => (
          <SkeletonBar key={line} className={styles.skeletonBar} />
        ))}
      </Skeleton>
    );
  if (!shown.length) return <EmptyState title={t(part === 'plan' ? 'allChosen' : 'noneBeyond')} />;
  const isAll = shown.every((one) => one.isDone && !one.isNew);
  const blocks = Map.groupBy(shown, (one) => one.block);
  return (
    <>
      {part === 'plan' && isAll && <InlineAlert tone="ok">{t('allChosen')}</InlineAlert>}
      {[...blocks].map(([block, some]) => (
        <section key={block} className={styles.list}>
          {block === null ? (
            <h2 className="hidden-text">{t(part === 'plan' ? 'byPlan' : 'extra')}</h2>
          ) : (
            <h2 className={styles.block}>{t('block', { n: block })}</h2>
          )}
          {some.map((one) => (
            <div key={one.key}>{of(one)}</div>
          ))}
        </section>
      ))}
      {part === 'plan' && permission?.isOpen && !permission.permission && (
        <p className={styles.note}>{t('noExtras')}</p>
      )}
    </>
  );
}

/** Instead of the streams: they are being read, or could not be. */
function Streams({ offers }: { offers: RegistrationState['offers'] }) {
  const { t } = useTranslation('registration');
  if (offers.failure)
    return <LoadFailure small title={t('failedStreams')} failure={offers.failure} onRetry={offers.retry} />;
  return (
    <Skeleton className={styles.streams}>
      {[1, 2, 3].map((line) => (
        <SkeletonBar key={line} className={styles.boneStream} />
      ))}
    </Skeleton>
  );
}

/** Joining the line of a full stream, or leaving it, asks once. */
function LineDialog({
  asked,
  actions,
  onClose,
}: {
  asked: PendingChoice | null;
  actions: WaitlistAndRemoval;
  onClose: () => void;
}) {
  const { t } = useTranslation('registration');
  const isIn = asked?.option.stream.place != null;
  return (
    <ConfirmationDialog
      open={asked !== null}
      title={t(isIn ? 'leaveQuestion' : 'joinQuestion')}
      yes={t(isIn ? 'leaveLine' : 'joinLine')}
      busy={actions.waiting}
      onYes={() => {
        if (!asked) return;
        const { discipline, type, option } = asked;
        if (isIn) actions.leave(option.stream.subgroup, onClose);
        else actions.wait(discipline, type, option.stream, onClose);
      }}
      onNo={onClose}
    >
      {t(isIn ? 'leaveMeaning' : 'joinMeaning', { n: (asked?.option.stream.waiting ?? 0) + 1 })}
    </ConfirmationDialog>
  );
}
