import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The part of pdf.js that reads files, without the part that draws. The package exports only its message handler, so the build
// adds the names below to what its module exports (scripts/build-vendor.mjs).
export {
  BaseStream,
  Cmd,
  Dict,
  LocalPdfManager,
  Name,
  OPS,
  Ref,
  setVerbosityLevel,
  XRefParseException,
} from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** Path of a map from a character set's codes to its characters, by the name of its file, which lies beside this bundle. */
export const characterMap = (file) => join(dirname(fileURLToPath(import.meta.url)), 'cmaps', basename(file));
