import calendar from 'icon:calendar-dots';
import desktop from 'icon:desktop';
import mobileIcon from 'icon:device-mobile';
import envelope from 'icon:envelope-simple';
import fingerprint from 'icon:fingerprint';
import identification from 'icon:identification-card';
import key from 'icon:key';
import dots from 'icon:password';
import { parseDeviceName } from '@bilim/contract/device-name.ts';
import { secondStepMethods } from '@bilim/contract/sign-in-methods.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { dateInWords, toCalendarDay } from '../../core/time.ts';
import { Bullet } from '../../kit/Bullet.tsx';
import { Button } from '../../kit/Button.tsx';
import card from '../../kit/Card.module.css';
import { classNames } from '../../kit/classNames.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { formatSignInLocation, isHandheld } from '../../kit/device.ts';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon, type IconDrawing } from '../../kit/Icon.tsx';
import { Time } from '../../kit/Time.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './People.module.css';
import {
  type Person,
  useEndAllSessions,
  useEndSession,
  useResetSecondStep,
  useUnlinkDirectory,
} from './people.data.ts';
import { ReasonForm } from './Reason.tsx';
import { TransferForm } from './TransferForm.tsx';

/** A part of the person's page: its name, what can be done at its right, what it holds. */
export function PersonPageSection({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classNames(card.card, styles.box)} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

/** What the university's data say. */
export function PersonDetails({ of }: { of: Person }) {
  const { t } = useTranslation('people');
  const facts = [
    ['login', of.login],
    ['number', of.studentNumber],
    ['email', of.email],
    ['key', of.code],
  ] as const;
  return (
    <PersonPageSection title={t('details')}>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{t(`fact.${name}`)}</dt>
                <dd translate="no">{value}</dd>
              </div>
            ),
        )}
        {of.closedOn && (
          <div>
            <dt>{t('fact.left')}</dt>
            <dd>{dateInWords(of.closedOn)}</dd>
          </div>
        )}
      </dl>
      <p className={styles.small}>{t('fromData')}</p>
    </PersonPageSection>
  );
}

/** Where the person studied and worked, the newest first. */
export function PersonGroupsAndPosts({ of }: { of: Person }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const [moving, setMoving] = useState(false);
  const spans = [
    ...of.groups.map(({ name, speciality, from, to }) => ({ name, under: speciality, from, to })),
    ...of.posts.map(({ name, department, from, to }) => ({ name, under: department, from, to })),
  ];
  const mayMove = of.mayAct && of.role === 2 && of.state !== 'closed';
  if (!spans.length && !mayMove) return null;
  return (
    <PersonPageSection
      title={t(of.role === 2 ? 'groups' : 'posts')}
      action={
        mayMove && (
          <Button look="quiet" disabled={!connected} onClick={() => setMoving(true)}>
            {t('transfer.do')}
          </Button>
        )
      }
    >
      {!spans.length && <p className={styles.small}>{t('transfer.noGroupYet')}</p>}
      <ol className={styles.history}>
        {spans.map(({ name, under, from, to }) => (
          <li key={`${name} ${under} ${from}`} className={styles.entry} data-state={to ? 'closed' : 'working'}>
            <Bullet />
            <div>
              <p>
                <b translate="no">{name}</b> · <span translate="no">{under}</span>
              </p>
              <p className={styles.small}>
                {to
                  ? t('fromTo', { from: dateInWords(from), to: dateInWords(to) })
                  : t('since', { day: dateInWords(from) })}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <Dialog open={moving} onClose={() => setMoving(false)} title={t('transfer.title')} keeps>
        {moving && <TransferForm of={of} onDone={() => setMoving(false)} />}
      </Dialog>
    </PersonPageSection>
  );
}

/** How the password stands, in words. */
function usePasswordWords() {
  const { t } = useTranslation('people');
  return ({ until, mustChange, since }: Person['password']) => {
    if (until) return t('way.slip', { day: dateInWords(toCalendarDay(until)) });
    if (mustChange) return t('way.first');
    return since ? t('way.changed', { day: dateInWords(toCalendarDay(since)) }) : t('way.own');
  };
}

/** By what the person signs in; a lost second step is taken away here. */
export function PersonSignInMethods({ of }: { of: Person }) {
  const { t } = useTranslation('people');
  const passwordWords = usePasswordWords();
  const { password, passkeys, outside, codesSince, mail, calendarSince, programs } = of;
  const since = (moment: string) => t('since', { day: dateInWords(toCalendarDay(moment)) });
  return (
    <PersonPageSection title={t('signInMethods')}>
      <ul>
        <SignInMethodRow icon={key} name={t('way.password')} about={passwordWords(password)} />
        {outside.map((one) => (
          <SignInMethodRow key={one.name} icon={identification} name={one.name} about={since(one.since)} isData>
            {of.mayAct && one.directory && <DirectoryUnlink of={of} directory={one.directory} />}
          </SignInMethodRow>
        ))}
        {passkeys.map((one) => (
          <SignInMethodRow
            key={one.id_passkey}
            icon={fingerprint}
            name={t('way.passkey')}
            about={[parseDeviceName(one.agent), since(one.since)].filter(Boolean).join(' · ')}
          />
        ))}
        <SignInMethodRow icon={dots} name={t('way.codes')} about={codesSince ? since(codesSince) : t('way.off')} />
        {mail && (
          <SignInMethodRow
            icon={envelope}
            name={t('way.mail')}
            about={mail.isConfirmed ? mail.address : t('way.unconfirmed', { address: mail.address })}
          />
        )}
        {calendarSince && <SignInMethodRow icon={calendar} name={t('way.calendar')} about={since(calendarSince)} />}
        {programs.map((one) => (
          <SignInMethodRow
            key={one.id_token}
            icon={key}
            name={t('way.program', { name: one.name })}
            about={since(one.since)}
          />
        ))}
      </ul>
      {of.mayAct && (codesSince || passkeys.length > 0) && <SecondStepReset of={of} />}
    </PersonPageSection>
  );
}

/** Takes away a second step that was lost, with a reason. */
function SecondStepReset({ of }: { of: Person }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const [isConfirming, setConfirming] = useState(false);
  const reset = useResetSecondStep();
  return (
    <>
      <Button look="dangerQuiet" disabled={!connected} onClick={() => setConfirming(true)}>
        {t('resetSecond')}
      </Button>
      <Dialog open={isConfirming} onClose={() => setConfirming(false)} title={t('resetSecond')}>
        <ReasonForm
          yes={t('resetSecondYes')}
          danger
          busy={reset.isPending}
          failure={reset.error}
          resets={{ of, fixed: secondStepMethods }}
          onYes={(reason, keep, programs) =>
            reset.mutate(
              { id_person: of.id_person, reason, keep, programs },
              {
                onSuccess: () => {
                  showToast(t('secondReset'));
                  setConfirming(false);
                },
              },
            )
          }
        >
          <p>{t('resetSecondMeans')}</p>
        </ReasonForm>
      </Dialog>
    </>
  );
}

/** Parts the account from its entry in a directory, with a reason. */
function DirectoryUnlink({ of, directory }: { of: Person; directory: string }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const [isConfirming, setConfirming] = useState(false);
  const unlink = useUnlinkDirectory();
  return (
    <>
      <Button look="quiet" disabled={!connected} onClick={() => setConfirming(true)}>
        {t('unlink.do')}
      </Button>
      <Dialog open={isConfirming} onClose={() => setConfirming(false)} title={t('unlink.title')}>
        <ReasonForm
          yes={t('unlink.do')}
          danger
          busy={unlink.isPending}
          failure={unlink.error}
          about={t('reason')}
          onYes={(reason) =>
            unlink.mutate(
              { id_person: of.id_person, directory, reason },
              {
                onSuccess: () => {
                  showToast(t('unlink.done'));
                  setConfirming(false);
                },
              },
            )
          }
        >
          <p>{t('unlink.means')}</p>
        </ReasonForm>
      </Dialog>
    </>
  );
}

interface SignInMethodRowProps {
  icon: IconDrawing;
  name: string;
  about: string;
  isData?: boolean;
  /** What can be done with it. */
  children?: ReactNode;
}

function SignInMethodRow({ icon, name, about, isData, children }: SignInMethodRowProps) {
  return (
    <li className={styles.way}>
      <Icon of={icon} />
      <div>
        <p {...(isData && { translate: 'no' })}>{name}</p>
        <p className={styles.small}>{about}</p>
      </div>
      {children}
    </li>
  );
}

/** Where the account is signed in; ends one, or all. */
export function PersonSessions({ of }: { of: Person }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const end = useEndSession();
  const endAll = useEndAllSessions();
  const [isConfirming, setConfirming] = useState(false);
  const endOne = (id_session: number) =>
    end.mutate(
      { id_person: of.id_person, id_session },
      { onSuccess: () => showToast(t('ended', { count: 1 })), onError: (failure) => showToast(failureText(failure)) },
    );
  return (
    <PersonPageSection
      title={t('sessions')}
      action={
        of.mayAct &&
        of.sessions.length > 0 && (
          <Button look="dangerQuiet" disabled={!connected} onClick={() => setConfirming(true)}>
            {t('endAll')}
          </Button>
        )
      }
    >
      {!of.sessions.length && <p className={styles.small}>{t('noSessions')}</p>}
      <ul>
        {of.sessions.map((one) => (
          <li key={one.id_session} className={styles.way}>
            <Icon of={isHandheld(one.agent) ? mobileIcon : desktop} />
            <div>
              <p translate="no">{parseDeviceName(one.agent) ?? t('unknownDevice')}</p>
              <p className={styles.small}>
                {formatSignInLocation(one) && <span translate="no">{formatSignInLocation(one)} · </span>}
                <Time at={one.seen} form="exact" />
                {one.isShared && ` · ${t('shared')}`}
              </p>
            </div>
            {of.mayAct && (
              <Button look="quiet" disabled={!connected} onClick={() => endOne(one.id_session)}>
                {t('end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={isConfirming} onClose={() => setConfirming(false)} title={t('endAllTitle')}>
        <ReasonForm
          yes={t('endAll')}
          danger
          busy={endAll.isPending}
          failure={endAll.error}
          resets={{ of }}
          onYes={(reason, keep, programs) =>
            endAll.mutate(
              { id_person: of.id_person, reason, keep, programs },
              {
                onSuccess: ([row]) => {
                  showToast(t('ended', { count: row?.ended ?? 0 }));
                  setConfirming(false);
                },
              },
            )
          }
        >
          <p>{t('endAllMeans')}</p>
        </ReasonForm>
      </Dialog>
    </PersonPageSection>
  );
}
