// Bundles the pages' scripts and styles into dist/public, with their fonts and the PDF viewer, all from our own origin.
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const out = join(root, 'dist/public');
const viewer = join(root, 'node_modules/pdfjs-dist');
const { version } = JSON.parse(readFileSync(join(viewer, 'package.json'), 'utf8'));
// Named by its version, so that what browsers keep for long is never mixed with another one.
const viewerFolder = `pdfjs-${version}`;

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, viewerFolder), { recursive: true });

await build({
  absWorkingDir: root,
  entryPoints: [
    'client/page.ts',
    'client/capture.ts',
    'client/follow.ts',
    'client/selfie.ts',
    'client/progress.ts',
    'client/return.ts',
    'client/document.ts',
    'client/signature.ts',
    'client/verify-document.ts',
    { in: 'client/styles/app.css', out: 'app' },
  ].map((entry) => (typeof entry === 'string' ? { in: entry, out: entry.slice(7, -3) } : entry)),
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'safari15',
  external: ['/assets/*'],
  define: { PDFJS_FOLDER: JSON.stringify(`/assets/${viewerFolder}/`) },
  loader: { '.woff2': 'file' },
  assetNames: 'fonts/[name]',
  logLevel: 'warning',
});

cpSync(join(root, 'client/icon.svg'), join(out, 'icon.svg'));
// The legacy build runs in browsers of some years ago, as the phones of signers are.
for (const name of ['pdf.min.mjs', 'pdf.worker.min.mjs']) {
  cpSync(join(viewer, 'legacy/build', name), join(out, viewerFolder, name));
}
for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
  cpSync(join(viewer, folder), join(out, viewerFolder, folder), { recursive: true });
}
