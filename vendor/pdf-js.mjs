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
