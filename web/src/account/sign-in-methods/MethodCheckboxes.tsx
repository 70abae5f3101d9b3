import { type SignInMethod, signInMethods } from '@bilim/contract/sign-in-methods.ts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../kit/Checkbox.tsx';
import styles from './MethodCheckboxes.module.css';

/** How many of each there are. */
export type MethodCounts = Readonly<Record<SignInMethod, number>>;

interface Props {
  /** What is above the boxes. */
  title: string;
  counts: MethodCounts;
  /** What is ticked: it will be removed. */
  going: readonly SignInMethod[];
  /** Goes whatever is ticked, and has no box. */
  fixed?: readonly SignInMethod[];
  /** What is behind a name, such as the address of mail. */
  about?: Partial<Record<SignInMethod, string | null>>;
  onChange: (going: SignInMethod[]) => void;
}

/** What lets into an account besides the password, to be ticked for removal; nothing where there is nothing. */
export function MethodCheckboxes({ title, counts, going, fixed = [], about = {}, onChange }: Props) {
  const { t } = useTranslation('common');
  const there = signInMethods.filter((method) => counts[method] > 0 && !fixed.includes(method));
  if (there.length === 0) return null;
  return (
    <fieldset className={styles.ticks}>
      <legend>{title}</legend>
      {there.map((method) => (
        <Checkbox
          key={method}
          checked={going.includes(method)}
          onChange={(goes) => onChange(goes ? [...going, method] : going.filter((one) => one !== method))}
        >
          <span>
            {t(`method.${method}`, { count: counts[method] })}
            {about[method] && <span translate="no"> · {about[method]}</span>}
          </span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
