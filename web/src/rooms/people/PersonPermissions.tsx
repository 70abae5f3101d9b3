import teacherIcon from 'icon:chalkboard-teacher';
import plus from 'icon:plus';
import shield from 'icon:shield-star';
import studentIcon from 'icon:student';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { currentDay, dateInWords } from '../../core/time.ts';
import { Button } from '../../kit/Button.tsx';
import { DateField } from '../../kit/DateField.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { Icon } from '../../kit/Icon.tsx';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import { Select } from '../../kit/Select.tsx';
import { showToast } from '../../kit/Toast.tsx';
import styles from './People.module.css';
import { PersonPageSection } from './PersonPageSections.tsx';
import {
  type PeopleCounts,
  type Person,
  type PersonPermission,
  useGrantPermission,
  usePeopleCounts,
  useWithdrawPermission,
} from './people.data.ts';
import { isValidReason, ReasonField, ReasonForm } from './Reason.tsx';
import { usePermissionName } from './texts.ts';

/** Role and rights, with where and until when; gives and takes them. */
export function PersonPermissions({ of }: { of: Person }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const [giving, setGiving] = useState(false);
  const [taking, setTaking] = useState<PersonPermission | null>(null);
  const [figures] = usePeopleCounts().data ?? [];
  return (
    <PersonPageSection
      title={t('roleAndRights')}
      action={
        of.mayAct &&
        of.state !== 'closed' && (
          <Button look="quiet" icon={plus} disabled={!connected || !figures} onClick={() => setGiving(true)}>
            {t('give')}
          </Button>
        )
      }
    >
      <ul>
        <li className={styles.way}>
          <Icon of={of.role === 1 ? teacherIcon : studentIcon} />
          <div>
            <p>{t(`role.${of.role === 1 ? 1 : 2}`)}</p>
            <p className={styles.small}>{t('byData')}</p>
          </div>
        </li>
        {of.rights.map((right) => (
          <RightRow key={right.id_right} right={right} onTake={of.mayAct && right.mayTake ? setTaking : null} />
        ))}
      </ul>
      {giving && figures && <Give of={of} figures={figures} onDone={() => setGiving(false)} />}
      <TakeDialog of={of} right={taking} onClose={() => setTaking(null)} />
    </PersonPageSection>
  );
}

/** A right with where and until when it holds, and where it comes from; it can be taken where `onTake` is. */
function RightRow({ right, onTake }: { right: PersonPermission; onTake: ((right: PersonPermission) => void) | null }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const rights = usePermissionName();
  const { isByHand, directory } = right;
  const source = directory ? ` · ${t('byDirectory', { directory })}` : isByHand ? '' : ` · ${t('byTable')}`;
  return (
    <li className={styles.way}>
      <Icon of={shield} />
      <div>
        <p>{rights(right.permission)}</p>
        <p className={styles.small}>
          {right.faculty ? <span>{t('onlyAt', { faculty: right.faculty })}</span> : t('everywhere')}
          {' · '}
          {right.until ? (
            t('untilDay', { day: dateInWords(right.until) })
          ) : (
            <b className={styles.warm}>{t('forGood')}</b>
          )}
          {source}
        </p>
      </div>
      {onTake && (
        <Button look="dangerQuiet" disabled={!connected} onClick={() => onTake(right)}>
          {t('take')}
        </Button>
      )}
    </li>
  );
}

/** Takes a right, with a reason; null: none is about to be taken. */
function TakeDialog({ of, right, onClose }: { of: Person; right: PersonPermission | null; onClose: () => void }) {
  const { t } = useTranslation('people');
  const rights = usePermissionName();
  const withdraw = useWithdrawPermission();
  const take = ({ id_right, permission }: PersonPermission, reason: string) =>
    withdraw.mutate(
      { id_person: of.id_person, id_right, reason },
      {
        onSuccess: () => {
          showToast(t('taken', { right: rights(permission) }));
          onClose();
        },
      },
    );
  return (
    <Dialog open={right !== null} onClose={onClose} title={t('takeTitle')}>
      {right && (
        <ReasonForm
          yes={t('take')}
          danger
          busy={withdraw.isPending}
          failure={withdraw.error}
          onYes={(reason) => take(right, reason)}
        >
          <p>
            {t(right.isByHand || right.directory ? 'takeMeans' : 'takeMeansTable', { right: rights(right.permission) })}
          </p>
        </ReasonForm>
      )}
    </Dialog>
  );
}

/** A right with where, until when and why. */
function Give({ of, figures, onDone }: { of: Person; figures: PeopleCounts; onDone: () => void }) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const rights = usePermissionName();
  const failureText = useFailureText();
  const grant = useGrantPermission();
  const [place, setPlace] = useState<number | null>(null);
  const [faculty, setFaculty] = useState<number | null>(null);
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const chosen = place === null ? undefined : figures.mayGive[place - 1];
  const faculties = figures.faculties.filter(
    ({ id_faculty }) => !chosen?.faculties || chosen.faculties.includes(id_faculty),
  );
  const isReady =
    chosen && isValidReason(reason) && (!chosen.faculties || faculty !== null) && (!chosen.until || until !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen) return;
    grant.mutate(
      {
        id_person: of.id_person,
        permission: chosen.permission,
        ...(faculty !== null && { id_faculty: faculty }),
        ...(until && { until }),
        reason: reason.trim(),
      },
      {
        onSuccess: () => {
          showToast(t('given', { right: rights(chosen.permission) }));
          onDone();
        },
      },
    );
  };
  return (
    <form className={styles.give} onSubmit={submit} aria-label={t('newRight')}>
      <h3>{t('newRight')}</h3>
      <div className={styles.pair}>
        <Select
          label={t('one_right')}
          choices={figures.mayGive.map(({ permission }, at) => ({ id: at + 1, name: rights(permission) }))}
          value={place}
          onChoose={setPlace}
        />
        <Select
          label={t(chosen?.faculties ? 'where' : 'whereOrAll')}
          choices={faculties.map((one) => ({ id: one.id_faculty, name: one.name }))}
          value={faculty}
          onChoose={setFaculty}
        />
        <DateField
          label={t(chosen?.until ? 'lastDayNeeded' : 'lastDay')}
          value={until}
          min={currentDay()}
          max={chosen?.until ?? undefined}
          required={Boolean(chosen?.until)}
          onChange={setUntil}
        />
        <ReasonField value={reason} onChange={setReason} />
      </div>
      {grant.error && <InlineAlert tone="bad">{failureText(grant.error)}</InlineAlert>}
      <div className={styles.actions}>
        <Button
          type="submit"
          look="primary"
          disabled={!isReady || !connected}
          busy={grant.isPending && t('common:loading')}
        >
          {t('give')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
