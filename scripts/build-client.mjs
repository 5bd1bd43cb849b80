// Bundles the pages' scripts and styles into dist/public with their fonts and the PDF viewer, so browsers load
// nothing from elsewhere.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { build } from 'esbuild';
import { ROOT } from './prepare.mjs';

const out = join(ROOT, 'dist/public');
const viewer = join(ROOT, 'node_modules/pdfjs-dist');
const { version } = JSON.parse(readFileSync(join(viewer, 'package.json'), 'utf8'));
// Browsers cache these files for a long time. The version in the path distinguishes versions.
const viewerFolder = `pdfjs-${version}`;
/** Packages whose files are served unchanged. */
export const COPIED_TO_CLIENT = ['pdfjs-dist'];
const PAGES = [
  'page',
  'capture',
  'follow',
  'selfie',
  'progress',
  'return',
  'document',
  'form',
  'signature',
  'phone-pad',
  'verify-document',
  'dashboard',
  'review',
  'brand',
  'prepare',
  'edit-fields',
  'field-rules',
  'try-form',
  'request',
  'reference',
];

/** esbuild's options. */
export const clientBundle = {
  absWorkingDir: ROOT,
  entryPoints: [
    ...PAGES.map((name) => ({ in: `client/${name}.ts`, out: name })),
    ...['app', 'bulk-sends', 'dashboard', 'making', 'reference', 'request', 'review-case'].map((name) => ({
      in: `client/styles/${name}.css`,
      out: name,
    })),
  ],
  outdir: out,
  bundle: true,
  minify: true,
  metafile: true,
  format: 'esm',
  target: 'safari15',
  external: ['/assets/*'],
  define: { PDFJS_FOLDER: JSON.stringify(`/assets/${viewerFolder}/`) },
  loader: { '.woff2': 'file' },
  assetNames: 'fonts/[name]',
  logLevel: 'warning',
};

export async function buildClient() {
  rmSync(out, { recursive: true, force: true });
  await build(clientBundle);
  copyAssets();
  await compressAssets();
}

/** Files served unchanged: the icon, and the PDF viewer in the build for browsers a few years old. */
export function copyAssets() {
  mkdirSync(join(out, viewerFolder), { recursive: true });
  cpSync(join(ROOT, 'client/icon.svg'), join(out, 'icon.svg'));
  for (const name of ['pdf.min.mjs', 'pdf.worker.min.mjs'])
    cpSync(join(viewer, 'legacy/build', name), join(out, viewerFolder, name));
  for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs'])
    cpSync(join(viewer, folder), join(out, viewerFolder, folder), { recursive: true });
}

const COMPRESSED = { '.br': promisify(zlib.brotliCompress), '.gz': promisify(zlib.gzip) };
/** Web fonts and pictures are already compressed. */
const COMPRESSIBLE = /\.(?:js|mjs|css|svg|wasm|ttf)$/;

const assets = () => readdirSync(out, { recursive: true }).map((name) => join(out, name));

/** Adds compressed copies of the files, which the service sends to browsers that accept them. */
async function compressAssets() {
  const files = assets().filter((file) => COMPRESSIBLE.test(file));
  const compress = ([ending, method]) =>
    files.map(async (file) => writeFileSync(file + ending, await method(readFileSync(file))));
  await Promise.all(Object.entries(COMPRESSED).flatMap(compress));
}

/** Call it before a file changes, so no browser gets the old content. */
export function removeCompressed() {
  for (const file of assets()) if (/\.(?:br|gz)$/.test(file)) rmSync(file);
}
