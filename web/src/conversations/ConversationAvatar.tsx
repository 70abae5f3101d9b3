import { officeContactType } from '@bilim/contract/url-selection.ts';
import { usePhoto } from '../account/photo.data.ts';
import { Avatar, DisciplineAvatar, OfficeAvatar } from '../kit/Avatar.tsx';
import type { ConversationRow } from './conversations.data.ts';

interface Props {
  row: Pick<ConversationRow, 'idid' | 'id_type' | 'fio' | 'id_discipline' | 'discipline'>;
  className?: string | undefined;
}

/** The picture of the person, the sign of an office, or the letters of the group's discipline. */
export function ConversationAvatar({ row, className }: Props) {
  const { idid, id_type, fio, id_discipline, discipline } = row;
  const isPerson = idid > 0 && id_type !== officeContactType;
  const photo = usePhoto(isPerson ? idid : null, isPerson ? id_type : null);
  if (id_type === officeContactType) return <OfficeAvatar className={className} />;
  return idid > 0 ? (
    <Avatar id={idid} fullName={fio} photo={photo} className={className} />
  ) : (
    <DisciplineAvatar id={id_discipline} name={discipline} className={className} />
  );
}
