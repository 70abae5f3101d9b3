/** A setting of LibreOffice: its path, its name and its value. */
type Setting = readonly [path: string, name: string, value: string | number | boolean];

const scripting = '/org.openoffice.Office.Common/Security/Scripting';
const pdf = '/org.openoffice.Office.Common/Filter/PDF/Export';
const internet = '/org.openoffice.Inet/Settings';

const settings: readonly Setting[] = [
  // No macro runs, however it is signed or called; nothing that a document only points at is fetched.
  [scripting, 'DisableMacrosExecution', true],
  [scripting, 'MacroSecurityLevel', 3],
  [scripting, 'BlockUntrustedRefererLinks', true],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', 0],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', 1],
  // Where the system cannot take the network away: a proxy on a port that nobody listens on.
  [internet, 'ooInetProxyType', 2],
  [internet, 'ooInetHTTPProxyName', '127.0.0.1'],
  [internet, 'ooInetHTTPProxyPort', 9],
  [internet, 'ooInetHTTPSProxyName', '127.0.0.1'],
  [internet, 'ooInetHTTPSProxyPort', 9],
  // A slide is on the page of its number; pictures are made for screens on a weak line.
  [pdf, 'ExportHiddenSlides', true],
  [pdf, 'ReduceImageResolution', true],
  [pdf, 'MaxImageResolution', 150],
  [pdf, 'Quality', 80],
];

const items = settings.map(
  ([path, name, value]) =>
    `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
);

/** The profile with which LibreOffice runs, as the file `user/registrymodifications.xcu` of its folder. */
export const libreOfficeProfile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
${items.join('\n')}
</oor:items>
`;
