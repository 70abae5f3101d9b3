import check from 'icon:check-square-offset';
import half from 'icon:circle-half';
import write from 'icon:note-pencil';
import { parseRole } from '@bilim/contract/access.ts';
import { useTranslation } from 'react-i18next';
import { useAtom } from '../../core/atom.ts';
import { now } from '../../core/clock.ts';
import { session } from '../../core/session.ts';
import { chooseTheme, theme } from '../../core/theme.ts';
import { formatClockTime } from '../../core/time.ts';
import { type OpenableRoom, type SearchCommand, suggestRooms } from './commands.ts';

const shownBefore = 4;

/** Rooms and commands by name; `now`: the few that fit the hour. */
export function useSearchCommands(rooms: readonly OpenableRoom[]): {
  all: readonly SearchCommand[];
  now: readonly SearchCommand[];
} {
  const { t } = useTranslation('search');
  const { user } = useAtom(session);
  const isDark = useAtom(theme) === 'dark';
  const places = rooms.map(({ name, path, icon }): SearchCommand & { room: string } => ({
    key: `room ${name}`,
    room: name,
    name: t(`common:rooms.${name}.name`),
    icon,
    also: t(`also.${name}`, ''),
    about: t(`common:rooms.${name}.about`, ''),
    address: { to: path },
  }));
  const mark: SearchCommand = { key: 'mark', name: t('mark'), icon: check, address: { to: '/journal' } };
  const commands: SearchCommand[] = [
    ...(parseRole(user?.role) === 1 ? [mark] : []),
    { key: 'write', name: t('write'), icon: write, address: { to: '/chat' } },
    {
      key: 'theme',
      name: t(isDark ? 'light' : 'dark'),
      icon: half,
      onChoose: () => chooseTheme(isDark ? 'light' : 'dark'),
    },
  ];
  const hour = Number(formatClockTime(now()).slice(0, 2));
  const fits = suggestRooms(hour).flatMap((name) => places.find(({ room }) => room === name) ?? []);
  return { all: [...commands, ...places], now: fits.slice(0, shownBefore) };
}
