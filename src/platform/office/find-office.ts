import { access, constants } from 'node:fs/promises';

/** The usual places of LibreOffice's launcher. */
const USUAL_PLACES = [
  '/usr/bin/soffice',
  '/usr/bin/libreoffice',
  '/usr/local/bin/soffice',
  '/opt/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
];

/** The configured launcher, or the first one in the usual places; null if none can be run. */
export async function findOffice(given: string | undefined): Promise<string | null> {
  for (const place of given === undefined ? USUAL_PLACES : [given]) {
    const runs = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return place;
  }
  return null;
}
