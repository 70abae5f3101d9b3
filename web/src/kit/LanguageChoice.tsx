import { useTranslation } from 'react-i18next';
import { useAtom } from '../core/atom.ts';
import { chooseLanguage, language } from '../core/i18n.ts';
import { SegmentedControlRow } from './SegmentedControlRow.tsx';

/** The names of the languages are the same in all of them. */
export const languageSegments = [
  { value: 'ky', name: 'Кыр', lang: 'ky', data: true },
  { value: 'ru', name: 'Рус', lang: 'ru', data: true },
  { value: 'en', name: 'Eng', lang: 'en', data: true },
] as const;

/** Кыр / Рус / Eng. */
export function LanguageChoice({ wide, tight }: { wide?: boolean; tight?: boolean }) {
  const { t } = useTranslation();
  return (
    <SegmentedControlRow
      label={t('menu.language')}
      segments={languageSegments}
      value={useAtom(language)}
      onChoose={(next) => void chooseLanguage(next)}
      wide={wide ?? false}
      tight={tight ?? false}
    />
  );
}
