import arrow from 'icon:arrow-counter-clockwise';
import check from 'icon:check';
import trash from 'icon:trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { quoted } from '../../core/quoted.ts';
import { dateInWords, toCalendarDay } from '../../core/time.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { DotSeparatedList } from '../../kit/DotSeparatedList.tsx';
import { FileChip } from '../../kit/FileChip.tsx';
import { isPicture } from '../../kit/file.ts';
import { formatNameWithHint } from '../../kit/person.ts';
import { Time } from '../../kit/Time.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { MessageContext } from './MessageContext.tsx';
import styles from './Moderation.module.css';
import { buildCaseFileUrl, type ModerationCase, type ModerationDecision } from './moderation.data.ts';

/** One message that was reported: what it says, what is said of it, and what is done with it. */
export function ReportedMessage({ of }: { of: ModerationCase }) {
  const { t } = useTranslation('moderation');
  const connected = useAtom(isPortalReachable);
  const [decision, setDecision] = useState<ModerationDecision | null>(null);
  const [shown, setShown] = useState(false);
  const { author, decided, until } = of;
  // A stream is called «Поток 1 (лк)»: the word is in its name.
  const places = {
    person: t('place.person'),
    office: t('place.office'),
    group: t('place.group', { name: of.group }),
    stream: of.group,
  };
  const state = of.state === 'removed' || of.state === 'restored' ? of.state : 'left';
  return (
    <li>
      <article
        className={classNames(card.card, styles.case)}
        aria-label={formatNameWithHint(author.fullName, author.apart)}
      >
        <header className={styles.head}>
          <Avatar id={author.uid} fullName={author.fullName} />
          <div>
            <h2 translate="no">{author.fullName}</h2>
            <p className={styles.small} translate="no">
              <DotSeparatedList facts={[author.apart, places[of.place as keyof typeof places], of.discipline]}>
                <Time at={of.created} form="item" />
              </DotSeparatedList>
            </p>
          </div>
        </header>
        <ReportReasons of={of} />
        <Content of={of} />
        {decided && (
          <p className={styles.decided} data-state={state}>
            <b>{t('decided', { state: t(`state.${state}`), name: decided.by })}</b>
            {' · '}
            <Time at={decided.at} form="item" />
            <span translate="no">{quoted(decided.reason)}</span>
          </p>
        )}
        {shown && <MessageContext of={of.id_case} at={of.id_message} />}
        <div className={styles.actions}>
          {of.state === 'open' && (
            <>
              <Button look="danger" icon={trash} disabled={!connected} onClick={() => setDecision('remove')}>
                {t('remove')}
              </Button>
              <Button look="soft" icon={check} disabled={!connected} onClick={() => setDecision('leave')}>
                {t('leave')}
              </Button>
            </>
          )}
          {of.state === 'removed' && until && (
            <Button look="soft" icon={arrow} disabled={!connected} onClick={() => setDecision('restore')}>
              {t('restore')}
            </Button>
          )}
          <Button look="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'hideAround' : 'around')}
          </Button>
          {of.state === 'removed' && until && (
            <small className={styles.small}>{t('until', { date: dateInWords(toCalendarDay(until)) })}</small>
          )}
        </div>
        <DecisionDialog of={of.id_case} decision={decision} onClose={() => setDecision(null)} />
      </article>
    </li>
  );
}

/** Why it was reported; nobody learns by whom. */
function ReportReasons({ of }: { of: ModerationCase }) {
  const { t } = useTranslation('moderation');
  return (
    <div className={styles.reasons}>
      <p>
        <b>{t('reports', { count: of.reports })}</b>
        {of.reasons.map(({ reason, count }) => {
          const name = t(`reason.${reason as 'insult' | 'indecent' | 'threat' | 'spam' | 'else'}`);
          return (
            <span key={reason} className={styles.reason}>
              {count > 1 ? t('reasonOf', { reason: name, count }) : name}
            </span>
          );
        })}
      </p>
      {of.words.length > 0 && (
        <ul aria-label={t('said')}>
          {of.words.map((words) => (
            <li key={words} translate="no">
              {quoted(words)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What the message says, or said, with its files. */
function Content({ of }: { of: ModerationCase }) {
  const { t } = useTranslation('moderation');
  if (of.message === null) return <p className={styles.small}>{t('gone')}</p>;
  const { id_case: at, files, meant } = of;
  return (
    <blockquote className={styles.text}>
      {of.message ? <p translate="no">{of.message}</p> : <p className={styles.small}>{t('noText')}</p>}
      {files.map(({ id, name, size, type }) => (
        <div key={id} className={styles.file}>
          {isPicture({ type }) ? (
            <a href={buildCaseFileUrl(at, id, 'whole')} target="_blank" rel="noreferrer" title={name}>
              <img src={buildCaseFileUrl(at, id, 'small')} alt={t('picture', { name })} />
            </a>
          ) : (
            <FileChip name={name} bytes={size} href={buildCaseFileUrl(at, id)} />
          )}
          {meant.includes(id) && <small className={styles.meant}>{t('meant')}</small>}
        </div>
      ))}
      {of.before.length > 0 && (
        <>
          <p className={styles.small}>{t('before')}</p>
          <ul>
            {of.before.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the texts stay in their order
              <li key={at} translate="no">
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </blockquote>
  );
}
