import { callsByRoom } from '@bilim/contract/calls-by-room.ts';
import type { RoomActivity } from '../activity.ts';

const { singlewindow } = callsByRoom;

/** Who ordered which document of those offered to them, where to, how many days ago, and how far it got. */
const orders = [
  { by: 'student', document: 0, region: 2, daysAgo: 24, state: 'prepared' },
  { by: 'student', document: 1, region: 4, daysAgo: 18, state: 'canceled' },
  { by: 'student', document: 3, region: 0, daysAgo: 2, state: 'preparing' },
  { by: 'student2', document: 0, region: 3, daysAgo: 1, state: 'waiting' },
  { by: 'student3', document: 2, region: 7, daysAgo: 1, state: 'waiting' },
  { by: 'teacher', document: 1, region: 0, daysAgo: 0, state: 'waiting' },
] as const;

/** Who asks the desk about the order, and what. */
const question = { by: 'student2', text: 'Справка керек эле. Жумага чейин болобу?' } as const;

/** People order documents; the clerk prepares some and refuses one. */
export const singlewindowActivity: RoomActivity = async ({ actor, db }) => {
  const clerk = await actor('clerk');
  for (const { by, document, region, daysAgo, state } of orders) {
    const person = await actor(by);
    const types = await person.ask(singlewindow.documents);
    const type = types.toSorted((a, b) => a.id_okno_document - b.id_okno_document)[document];
    const places = await person.ask(singlewindow.regions);
    const place = places.toSorted((a, b) => a.id_oblast - b.id_oblast)[region];
    if (!type || !place) return;
    const [district] = await person.ask(singlewindow.districts, { id_oblast: place.id_oblast });
    const [made] = await person.ask(singlewindow.save, { ...type, ...place, ...district });
    if (!made) return;
    const { id_okno_zakaz } = made;
    if (by === question.by) await person.ask(singlewindow.write, { id_okno_zakaz, text: question.text });
    if (state === 'canceled')
      await clerk.ask(singlewindow.refuse, {
        id_okno_zakaz,
        reason: 'Нужна фотография 3×4, принесите её в деканат.',
      });
    if (state === 'preparing' || state === 'prepared')
      await clerk.ask(singlewindow.move, { id_okno_zakaz, status: 'preparing' });
    if (state === 'prepared')
      await clerk.ask(singlewindow.move, {
        id_okno_zakaz,
        status: 'prepared',
        note: 'Печать стоит, копия не нужна.',
      });
    await db`
      update document_order set created_at = created_at - make_interval(days => ${daysAgo}),
        changed_at = changed_at - make_interval(days => ${Math.max(daysAgo - 1, 0)})
      where id = ${id_okno_zakaz}`;
    await db`
      update order_event set at = at - make_interval(days => case when action in ('waiting', 'answered') then ${daysAgo}::int
        else ${Math.max(daysAgo - 1, 0)}::int end) where order_id = ${id_okno_zakaz}`;
  }
};
