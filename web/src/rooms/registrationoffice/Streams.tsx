import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import card from '../../kit/Card.module.css';
import { Chip, Chips } from '../../kit/Chips.tsx';
import { classes } from '../../kit/classes.ts';
import { MoreButton } from '../../kit/MoreButton.tsx';
import { shortName } from '../../kit/person.ts';
import { SearchField } from '../../kit/SearchField.tsx';
import { Empty, Failed } from '../../kit/States.tsx';
import { Seats } from '../../university/Seats.tsx';
import { ListBones } from './ListBones.tsx';
import styles from './Office.module.css';
import { type Fill, fills, useStreams } from './office.data.ts';
import { StreamDialog } from './StreamDialog.tsx';

interface Props {
  year: number | null;
  term: number | null;
  /** Those alone that are so full. */
  only: Fill | null;
  onNarrow: (only: Fill | null) => void;
}

/** Streams of a term with seats and lines; a press opens one. */
export function Streams({ year, term, only, onNarrow }: Props) {
  const { t } = useTranslation('registrationoffice');
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const streams = useStreams(year, term, search, only);
  const [openId, setOpenId] = useState<number | null>(null);
  const rows = streams.data?.pages.flat() ?? [];
  const open = rows.find((one) => one.subgroup === openId);
  return (
    <>
      <div className={styles.search}>
        <SearchField small label={t('search')} value={typed} onSearch={setTyped} />
      </div>
      <Chips label={t('fillLabel')} className={styles.chips ?? ''}>
        {[null, ...fills].map((fill) => (
          <Chip key={fill} pressed={only === fill} onClick={() => onNarrow(fill)}>
            {t(`fill.${fill ?? 'all'}`)}
          </Chip>
        ))}
      </Chips>
      {streams.isPending && <ListBones lines={5} />}
      {streams.isError && !streams.data && (
        <Failed title={t('failedStreams')} failure={streams.error} onRetry={() => void streams.refetch()} />
      )}
      {streams.data && rows.length === 0 && <Empty title={t(search || only ? 'nothingFound' : 'noStreams')} />}
      {rows.length > 0 && (
        <ul className={classes(card.card, styles.list)}>
          {rows.map((one) => (
            <li key={one.subgroup}>
              <button
                type="button"
                className={styles.pick}
                onClick={() => setOpenId(one.subgroup)}
                aria-haspopup="dialog"
              >
                <span className={styles.what}>
                  <b translate="no">{one.discipline}</b>
                  <small>
                    {one.name_vid_zaniatiy.toLocaleLowerCase()} · {shortName(one.t_fio)} ·{' '}
                    <span translate="no">{one.name}</span>
                  </small>
                </span>
                {one.waiting > 0 && <span className={styles.waiting}>{t('waiting', { n: one.waiting })}</span>}
                <span className={styles.seats}>
                  <Seats taken={one.kol_st} capacity={one.capacity}>
                    {t('seats', { taken: one.kol_st, seats: one.capacity })}
                  </Seats>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {streams.hasNextPage && <MoreButton list={streams} label={t('more')} failed={t('failedStreams')} />}
      {open && <StreamDialog stream={open} onClose={() => setOpenId(null)} />}
    </>
  );
}
