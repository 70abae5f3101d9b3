import { limits } from '@bilim/contract/limits.ts';
import { optionalResetMethod, type SignInMethod, signInMethods } from '@bilim/contract/sign-in-methods.ts';
import { type FormEvent, type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MethodCheckboxes, type MethodCounts } from '../../account/sign-in-methods/MethodCheckboxes.tsx';
import { useAtom } from '../../core/atom.ts';
import type { Failure } from '../../core/failure.ts';
import { isPortalReachable } from '../../core/isPortalReachable.ts';
import { Button } from '../../kit/Button.tsx';
import { Chip, Chips } from '../../kit/Chips.tsx';
import { TextField } from '../../kit/Field.tsx';
import { useFailureText } from '../../kit/failureText.ts';
import { InlineAlert } from '../../kit/InlineAlert.tsx';
import styles from './People.module.css';
import { type Person, usePeopleCounts } from './people.data.ts';

const least = 3;
interface ReasonFieldProps {
  /** What the field asks for, where it is not just any reason. */
  label?: string | undefined;
  /** What is mostly said: one tap, where nobody types while somebody waits in front of them. */
  usual?: readonly string[] | undefined;
  value: string;
  onChange: (reason: string) => void;
  /** What is wrong with it, in a sentence. */
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Each reason once, however its letters are written: a usual one typed by hand is that same one. */
function eachOnce(reasons: readonly string[]): string[] {
  const same = (one: string) => one.trim().toLocaleLowerCase();
  return reasons.filter((one, place) => reasons.findIndex((other) => same(other) === same(one)) === place);
}

/** Why something is done with an account: typed, or one of the usual reasons and of one's own last ones. */
export function ReasonField({ label, usual = [], value, onChange, error, ref }: ReasonFieldProps) {
  const { t } = useTranslation('people');
  const [figures] = usePeopleCounts().data ?? [];
  const offered = eachOnce([...usual, ...(figures?.reasons ?? [])]);
  return (
    <>
      <TextField
        ref={ref}
        label={label ?? t('reason')}
        error={error}
        value={value}
        required
        minLength={least}
        maxLength={limits.reasonLength}
        onChange={(event) => onChange(event.target.value)}
      />
      {offered.length > 0 && (
        <Chips label={t('usualReasons')} className={styles.usual ?? ''}>
          {offered.map((one) => (
            <Chip key={one} pressed={value === one} title={one} onClick={() => onChange(one)}>
              <span className={styles.reason}>{one}</span>
            </Chip>
          ))}
        </Chips>
      )}
    </>
  );
}

/** Whether this is a reason that the portal takes. */
export const isValidReason = (text: string): boolean => text.trim().length >= least;

/** Whose account a reset is about, and what goes in any case. */
interface Resets {
  of: Person;
  fixed?: readonly SignInMethod[];
}

/** Links that a reset removes: not those of a directory. */
const linksOf = ({ outside }: Person) => outside.filter(({ isOfDirectory }) => !isOfDirectory).map(({ name }) => name);

/** How many of each kind let into a person's account. */
const countsOf = (person: Person): MethodCounts => ({
  passkeys: person.passkeys.length,
  codes: person.codesSince ? 1 : 0,
  links: linksOf(person).length,
  mail: person.mail ? 1 : 0,
  calendar: person.calendarSince ? 1 : 0,
  programs: person.programs.length,
});

interface ResetTicksProps extends Resets {
  going: readonly SignInMethod[];
  onChange: (going: SignInMethod[]) => void;
}

/** What a reset removes besides password and sessions, each to be unticked. */
export function ResetCheckboxes({ of, fixed = [], going, onChange }: ResetTicksProps) {
  const { t } = useTranslation('people');
  return (
    <MethodCheckboxes
      title={t('alsoGoes')}
      counts={countsOf(of)}
      fixed={fixed}
      about={{ mail: of.mail?.address ?? null, links: linksOf(of).join(', ') }}
      going={going}
      onChange={onChange}
    />
  );
}

/** What goes unless it is unticked. */
export const defaultRemovedMethods: readonly SignInMethod[] = signInMethods.filter(
  (method) => method !== optionalResetMethod,
);

/** What of the rest stays, and whether keys of programs go, as a reset expects it. */
export const toResetOptions = (going: readonly SignInMethod[]): { keep: SignInMethod[]; programs: boolean } => ({
  keep: signInMethods.filter((method) => !going.includes(method)),
  programs: going.includes(optionalResetMethod),
});

interface Props {
  /** What will happen. */
  children: ReactNode;
  /** The word for doing it. */
  yes: string;
  danger?: boolean;
  busy: boolean;
  failure: Failure | null;
  /** What else has to be filled in is. */
  ready?: boolean;
  /** What the reason is called here. */
  about?: string;
  /** Reasons that are proposed. */
  usual?: readonly string[];
  /**
   * The act resets an account: its sign-in methods are listed, ticked, and go unless they are unticked. Keys of programs are not ticked.
   */
  resets?: Resets;
  onYes: (reason: string, keep: SignInMethod[], programs: boolean) => void;
}

/** Asks for the reason of an act, and does it. */
export function ReasonForm({ children, yes, danger, busy, failure, ready = true, about, usual, resets, onYes }: Props) {
  const { t } = useTranslation('people');
  const connected = useAtom(isPortalReachable);
  const failureText = useFailureText();
  const [reason, setReason] = useState('');
  const [going, setGoing] = useState<readonly SignInMethod[]>(defaultRemovedMethods);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { keep, programs } = toResetOptions(going);
    onYes(reason.trim(), keep, programs);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      {resets && <ResetCheckboxes {...resets} going={going} onChange={setGoing} />}
      <ReasonField label={about} usual={usual} value={reason} onChange={setReason} />
      {failure && <InlineAlert tone="bad">{failureText(failure)}</InlineAlert>}
      <Button
        type="submit"
        look={danger ? 'danger' : 'primary'}
        big
        wide
        disabled={!ready || !isValidReason(reason) || !connected}
        busy={busy && t('common:loading')}
      >
        {yes}
      </Button>
    </form>
  );
}
