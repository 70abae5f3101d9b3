import { Rail } from './Rail.tsx';
import { SidePanel } from './SidePanel.tsx';

/** Left of the content on wide screens: the rail of rooms and the side panel. */
export function Beside() {
  return (
    <>
      <Rail />
      <SidePanel />
    </>
  );
}
