import { Rail } from './Rail.tsx';
import { SideColumn } from './SideColumn.tsx';
import { TopBar } from './TopBar.tsx';

/** Around the content on wide screens: the rail of rooms, the bar at the top and, where a room has one, its column. */
export function Sidebar() {
  return (
    <>
      <Rail />
      <TopBar />
      <SideColumn />
    </>
  );
}
