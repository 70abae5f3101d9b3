import done from 'icon:check-circle-fill';
import heart from 'icon:heart-fill';
import question from 'icon:question-fill';
import add from 'icon:smiley';
import smile from 'icon:smiley-fill';
import thumb from 'icon:thumbs-up-fill';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../kit/Button.tsx';
import { classNames } from '../../kit/classNames.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Popover } from '../../kit/Popover.tsx';
import { shortName, surnameAndName } from '../../kit/person.ts';
import type { MessageAnnotations } from './marks.data.ts';
import { useMessageReactors } from './marks.data.ts';
import styles from './Reactions.module.css';

/** The five reactions, by their number on the wire. */
const signs = [
  { sign: 1, name: 'got', icon: thumb },
  { sign: 2, name: 'thanks', icon: heart },
  { sign: 3, name: 'smile', icon: smile },
  { sign: 4, name: 'question', icon: question },
  { sign: 5, name: 'done', icon: done },
] as const;

export type ReactionHandler = (sign: number, put: boolean) => void;

interface ChipsProps {
  mark: MessageAnnotations;
  readOnly: boolean;
  onReact: ReactionHandler;
}

/** Under a message: which reactions it has and how many; the own ones are outlined. A press puts it or takes it back. */
export function Reactions({ mark, readOnly, onReact }: ChipsProps) {
  const { t } = useTranslation('chat');
  const [asked, setAsked] = useState(false);
  const who = useMessageReactors(mark.id_message, asked);
  if (!mark.reactions.length) return null;
  const names = (sign: number) =>
    who.data
      ?.filter((one) => one.sign === sign)
      .map(({ fio, id_type, apart }) =>
        [id_type === 1 ? shortName(fio) : surnameAndName(fio), apart].filter(Boolean).join(' '),
      )
      .join(', ');
  return (
    <span className={styles.chips}>
      {mark.reactions.map(({ sign, count, ismine }) => {
        const { name, icon } = signs.find((one) => one.sign === sign) ?? signs[0];
        return (
          <button
            key={sign}
            type="button"
            className={styles.chip}
            data-sign={name}
            aria-pressed={ismine}
            title={[t(`reaction.${name}`), names(sign)].filter(Boolean).join(': ')}
            aria-label={t('reaction.count', { name: t(`reaction.${name}`), count })}
            disabled={readOnly}
            onPointerEnter={() => setAsked(true)}
            onFocus={() => setAsked(true)}
            onClick={() => onReact(sign, !ismine)}
          >
            <Icon of={icon} size="xs" />
            {count}
          </button>
        );
      })}
    </span>
  );
}

interface ChoiceProps {
  mark: MessageAnnotations | undefined;
  onReact: ReactionHandler;
  className?: string | undefined;
}

/** The five reactions to choose from; with words where there is room for them. */
export function ReactionChoice({ mark, words, onReact, className }: ChoiceProps & { words?: boolean }) {
  const { t } = useTranslation('chat');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of switches, not a form's part
    <div
      className={classNames(styles.choice, words && styles.words, className)}
      role="group"
      aria-label={t('acts.react')}
    >
      {signs.map(({ sign, name, icon }) => {
        const isMine = mark?.reactions.some((one) => one.sign === sign && one.ismine) ?? false;
        return (
          <button
            key={sign}
            type="button"
            data-sign={name}
            aria-pressed={isMine}
            title={t(`reaction.${name}`)}
            onClick={() => onReact(sign, !isMine)}
          >
            <Icon of={icon} />
            <span className={words ? undefined : 'hidden-text'}>{t(`reaction.${name}`)}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The button that opens the five; what opens is made at the first press, as every message has such a button. */
export function ReactionButton({ mark, onReact }: ChoiceProps) {
  const { t } = useTranslation('chat');
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  const button = <IconButton icon={add} size="s" label={t('acts.react')} />;
  if (state === 'new')
    return (
      <IconButton icon={add} size="s" label={t('acts.react')} aria-haspopup="dialog" onClick={() => setState('open')} />
    );
  return (
    <Popover
      trigger={button}
      label={t('acts.react')}
      open={state === 'open'}
      onOpenChange={(open) => setState(open ? 'open' : 'closed')}
    >
      <ReactionChoice
        mark={mark}
        onReact={(sign, put) => {
          setState('closed');
          onReact(sign, put);
        }}
      />
    </Popover>
  );
}
