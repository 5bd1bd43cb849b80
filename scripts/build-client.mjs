// The pages' scripts and styles, bundled into dist/public with their fonts and the PDF viewer: browsers load nothing from
// anywhere else.
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './prepare.mjs';

const out = join(ROOT, 'dist/public');
const viewer = join(ROOT, 'node_modules/pdfjs-dist');
const { version } = JSON.parse(readFileSync(join(viewer, 'package.json'), 'utf8'));
// Browsers keep these files for long. The version in the path keeps those of two versions apart.
const viewerFolder = `pdfjs-${version}`;
/** Packages of which files are served as they are. */
export const COPIED_TO_CLIENT = ['pdfjs-dist'];
const PAGES = [
  'page',
  'capture',
  'follow',
  'selfie',
  'progress',
  'return',
  'document',
  'signature',
  'verify-document',
  'dashboard',
  'review',
];

/** esbuild's options. */
export const clientBundle = {
  absWorkingDir: ROOT,
  entryPoints: [
    ...PAGES.map((name) => ({ in: `client/${name}.ts`, out: name })),
    ...['app', 'dashboard'].map((name) => ({ in: `client/styles/${name}.css`, out: name })),
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
}

/** What is served as it is: the icon and the PDF viewer, in the build for browsers that are a few years old. */
export function copyAssets() {
  mkdirSync(join(out, viewerFolder), { recursive: true });
  cpSync(join(ROOT, 'client/icon.svg'), join(out, 'icon.svg'));
  for (const name of ['pdf.min.mjs', 'pdf.worker.min.mjs'])
    cpSync(join(viewer, 'legacy/build', name), join(out, viewerFolder, name));
  for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs'])
    cpSync(join(viewer, folder), join(out, viewerFolder, folder), { recursive: true });
}
