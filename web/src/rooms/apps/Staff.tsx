import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { screenState } from '../../core/screen.ts';
import card from '../../kit/Card.module.css';
import { classes } from '../../kit/classes.ts';
import { Digest, WriteNews } from './Digest.tsx';
import { Hero } from './Hero.tsx';
import { NextSteps } from './NextSteps.tsx';
import { QuickActs } from './QuickActs.tsx';
import styles from './Staff.module.css';
import { useWork } from './staff.data.ts';
import today from './Today.module.css';
import { WhatsNew } from './WhatsNew.tsx';
import { OtherWorkFigures, WorkFigures, WorkLists } from './WorkFigures.tsx';

/**
 * The day of who works here without teaching: the work of each permission in figures that lead to what they count, the
 * lists that matter, and what is new. Who has no such work reads the news.
 */
export function Staff() {
  const { mobile } = useAtom(screenState);
  const { accounts, orders, registration, news } = useWork();
  const hasFigures = accounts || orders || registration;
  const figures = (
    <>
      <Hero />
      <NextSteps />
      <WorkFigures />
      {!hasFigures && <Done />}
      {accounts && <QuickActs />}
    </>
  );
  const lists = (
    <>
      {news && <WriteNews />}
      <WorkLists />
    </>
  );
  if (mobile)
    return (
      <>
        {figures}
        {lists}
        <WhatsNew quiet />
        <OtherWorkFigures />
      </>
    );
  return (
    <>
      <div className={today.day}>{figures}</div>
      {hasFigures || news ? <div className={today.lists}>{lists}</div> : <Digest />}
      <div className={today.mine}>
        <WhatsNew quiet />
        <OtherWorkFigures />
      </div>
    </>
  );
}

/** Nothing waits for who has no queue. */
function Done() {
  const { t } = useTranslation('apps');
  return (
    <section className={classes(card.card, styles.queue)} aria-label={t('staff.title')}>
      <p className={styles.done}>{t('staff.done')}</p>
    </section>
  );
}
