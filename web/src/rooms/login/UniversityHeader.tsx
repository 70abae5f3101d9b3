import { useState } from 'react';
import { classNames } from '../../kit/classNames.ts';
import { PortalLogo } from '../../kit/Ornament.tsx';
import styles from './LoginPage.module.css';
import { useLogo } from './login.data.ts';

/** Logo and name of the university; the mark takes its place when the picture does not load. Their place is kept free. */
export function UniversityHeader() {
  const logo = useLogo();
  const [broken, setBroken] = useState(false);
  return (
    <p className={styles.university}>
      {logo && !broken ? (
        <img src={logo.logo} width={logo.width} alt="" onError={() => setBroken(true)} />
      ) : (
        <PortalLogo className={classNames(styles.mark, !logo && styles.unseen)} />
      )}
      <span
        translate="no"
        ref={(place) => void (place && logo && place.style.setProperty('--logo-size', `${logo.fontsize}px`))}
      >
        {logo?.name}
      </span>
    </p>
  );
}
