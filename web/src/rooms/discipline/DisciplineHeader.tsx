import back from 'icon:arrow-left';
import magnifier from 'icon:magnifying-glass';
import plus from 'icon:plus-bold';
import { shortenClassTypeInLowercase } from '@bilim/contract/class-type.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useClassViewer } from '../../classes/class-links.ts';
import { useAtom } from '../../core/atom.ts';
import { numberFormat } from '../../core/numbers.ts';
import { screenState } from '../../core/screen.ts';
import { openSearch } from '../../core/search.ts';
import { type CascadingSelection, toUrlSelection } from '../../disciplines/cascade.data.ts';
import { buttonClasses, IconButton } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { DotSeparatedList } from '../../kit/DotSeparatedList.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { TriangleBorder } from '../../kit/Ornament.tsx';
import { pickColourPair } from '../../kit/person.ts';
import styles from './DisciplineHeader.module.css';
import { useControlForm, useGroupStatistics, useIsPastTerm } from './discipline.data.ts';

const picture = { width: 720, height: 80, step: 84 };

/** The head in the discipline's own tone: its name, and what it is in this term. */
export function DisciplineHeader({ cascade }: { cascade: CascadingSelection }) {
  const { t } = useTranslation('discipline');
  const { mobile } = useAtom(screenState);
  const { teacher } = useClassViewer();
  const { discipline, groups, ws, year } = cascade;
  const types = [...new Set(useGroupStatistics(cascade, teacher).data?.flatMap((group) => group.types))];
  const control = useControlForm(cascade, !teacher);
  const isFormer = useIsPastTerm(cascade);
  if (!discipline) return null;
  const facts = [
    teacher
      ? groups.data?.map(({ p20 }) => p20).join(', ')
      : t('common:panel.credits', { credits: numberFormat().format(discipline.kredit) }),
    teacher ? types.map(shortenClassTypeInLowercase).join(', ') : control?.toLocaleLowerCase(),
    discipline.isSelect && t('common:panel.optional'),
    ws !== null && year !== null && t('term', { term: t(`common:term.${ws}`), year: `20${year}/${year + 1}` }),
    isFormer && t('former'),
  ];
  return (
    <header className={styles.head} data-colour={pickColourPair(discipline.id)} data-former={isFormer || undefined}>
      <svg className={styles.art} viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
        <TriangleBorder width={picture.width} foot={picture.height} step={picture.step} />
      </svg>
      {mobile && (
        <Link to="/apps" className={styles.back} aria-label={t('common:back')}>
          <Icon of={back} />
        </Link>
      )}
      {mobile && (
        <IconButton
          icon={magnifier}
          label={t('common:find.open')}
          aria-haspopup="dialog"
          onClick={openSearch}
          className={styles.find}
        />
      )}
      <div className={styles.words}>
        <h1 translate="no">{discipline.discipline}</h1>
        <p>
          <DotSeparatedList facts={facts} />
        </p>
      </div>
      {teacher && (
        <Link
          to="/umk"
          search={{ ...toUrlSelection(cascade), add: 0 }}
          className={classNames(buttonClasses(), styles.add)}
        >
          <Icon of={plus} size="s" />
          {t('add')}
        </Link>
      )}
    </header>
  );
}
