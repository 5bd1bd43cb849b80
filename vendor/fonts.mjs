import { join } from 'node:path';

/** Path of a TTF file that lies beside this bundle, by its name without the ending. */
export const fontPath = (name) => join(import.meta.dirname, `${name}.ttf`);
