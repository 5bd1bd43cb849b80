import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Settings of LibreOffice by path and name, as its Expert Configuration lists them. */
const SETTINGS: [path: string, name: string, value: string][] = [
  // Macros never run, not even signed ones.
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  // Links of a document from an unknown source are never opened: images, files, other machines.
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  // Links to other files are never updated.
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '2'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '2'],
  // Java is not used.
  ['/org.openoffice.Office.Java/VirtualMachine', 'Enable', 'false'],
];

const item = ([path, name, value]: (typeof SETTINGS)[number]) =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** Writes a new user profile into the folder, for `-env:UserInstallation`. */
export async function writeOfficeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'user'), { recursive: true });
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry">';
  const file = `${head}\n${SETTINGS.map(item).join('\n')}\n</oor:items>\n`;
  await writeFile(join(folder, 'user', 'registrymodifications.xcu'), file);
}
