import { readFile } from 'node:fs/promises';
import { characterMap, type PdfJsDocument, type PdfJsFont } from '#vendor/pdf-js';

/** How pdf.js follows operators for readers: as far as possible, running and fetching nothing. */
export const EVALUATION = {
  ...{ ignoreErrors: true, isEvalSupported: false, useWorkerFetch: false },
  ...{ useSystemFonts: true, fontExtraProperties: false, maxImageSize: -1, cMapPacked: true },
};

/** Provides pdf.js with the character maps of Asian fonts that are not embedded, and nothing else. */
export const HANDLER = {
  send: () => undefined,
  sendWithPromise: async (
    _request: string,
    { kind, filename }: { kind?: string; filename?: string } = {},
  ) => {
    if (kind !== 'cMapUrl' || filename === undefined) throw new Error('not available');
    return new Uint8Array(await readFile(characterMap(filename)));
  },
};

/** The fonts read so far, by their names in operators. */
export async function fontsOf({ catalog }: PdfJsDocument): Promise<Map<string, PdfJsFont>> {
  const found = await Promise.all([...catalog.fontCache]);
  return new Map(found.map(({ loadedName, font }) => [loadedName, font]));
}
