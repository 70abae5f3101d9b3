import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { dateInWords, toCalendarDay } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { LoadFailure, Skeleton, SkeletonBar } from '../../kit/States.tsx';
import { showToast } from '../../kit/Toast.tsx';
import { PersonalArchive } from './PersonalArchive.tsx';
import styles from './PersonalData.module.css';
import { type PersonalDataSummary, usePersonalDataSummary, useSetConsent } from './personaldata.data.ts';

const yearDays = 365;

/** What is kept about the person, why, how long and who may see it; what the university says; the archive of it all. */
export function PersonalData() {
  const { t } = useTranslation('personaldata');
  const { data, error, isPending, refetch } = usePersonalDataSummary();
  const [about] = data ?? [];
  if (isPending)
    return (
      <Skeleton className={styles.page}>
        <SkeletonBar className={styles.skeletonBar} />
        <SkeletonBar className={styles.skeletonBar} />
      </Skeleton>
    );
  if (!about) return error && <LoadFailure title={t('failed')} failure={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.page}>
      {about.text && <UniversityText of={about} text={about.text} />}
      <section className={classNames(card.card, styles.box)} aria-labelledby="kept-kinds">
        <h2 id="kept-kinds">{t('kinds')}</h2>
        <dl className={styles.kinds}>
          {about.kinds.map((one) => (
            <Kind key={one.kind} of={one} />
          ))}
        </dl>
      </section>
      <section className={classNames(card.card, styles.box)} aria-labelledby="own-archive">
        <h2 id="own-archive">{t('profile:archive.title')}</h2>
        <PersonalArchive />
      </section>
    </div>
  );
}

/** One kind of data: what it is, why it is kept, how long, and who may see it. */
function Kind({ of: { kind, days, months } }: { of: PersonalDataSummary['kinds'][number] }) {
  const { t } = useTranslation('personaldata');
  const long =
    days !== null
      ? days % yearDays === 0
        ? t('long.years', { count: days / yearDays })
        : t('long.days', { count: days })
      : months !== null
        ? t('long.months', { count: months })
        : t('long.always');
  return (
    <div>
      <dt>{t(`kind.${kind}.what`)}</dt>
      <dd>
        <b>{t('why')}</b>
        {t(`kind.${kind}.why`)}
      </dd>
      <dd>
        <b>{t('howLong')}</b>
        {long}
      </dd>
      <dd>
        <b>{t('whoSees')}</b>
        {t(`kind.${kind}.who`)}
      </dd>
    </div>
  );
}

/** The text of the university with its version, and what the person says to it. */
function UniversityText({
  of: { consent },
  text,
}: {
  of: PersonalDataSummary;
  text: NonNullable<PersonalDataSummary['text']>;
}) {
  const { t } = useTranslation('personaldata');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const call = useSetConsent();
  const isGiven = consent?.given === true && consent.version === text.version;
  const say = (given: boolean) =>
    call.mutate(
      { version: text.version, given },
      {
        onSuccess: () => showToast(t(given ? 'agreed' : 'takenBack')),
        onError: (failure) => showToast(failureText(failure)),
      },
    );
  return (
    <section className={classNames(card.card, styles.box)} aria-labelledby="university-text">
      <h2 id="university-text">{t('university')}</h2>
      <p className={styles.text} translate="no">
        {text.text}
      </p>
      <p className={styles.version}>
        {t('version', { version: text.version, day: dateInWords(toCalendarDay(text.at)) })}
      </p>
      {text.asks && (
        <>
          {consent?.given && !isGiven && (
            <InlineAlert tone="warm">
              {t('older', { version: consent.version, day: dateInWords(toCalendarDay(consent.at)) })}
            </InlineAlert>
          )}
          {consent && isGiven && (
            <InlineAlert tone="ok">{t('given', { day: dateInWords(toCalendarDay(consent.at)) })}</InlineAlert>
          )}
          {consent && !consent.given && (
            <InlineAlert>{t('withdrawn', { day: dateInWords(toCalendarDay(consent.at)) })}</InlineAlert>
          )}
          <div className={styles.say}>
            <Button
              look={isGiven ? 'dangerQuiet' : 'primary'}
              disabled={!connected || call.isPending}
              onClick={() => say(!isGiven)}
            >
              {t(isGiven ? 'withdraw' : 'agree')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
