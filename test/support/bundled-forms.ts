import { build } from 'esbuild';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

/** The room `forms` as a script of a page, for browsers of 2021; its functions are members of `forms`. */
export async function bundledForms(): Promise<string> {
  const modules = ['read-form', 'evaluate-form', 'show-value'];
  const { outputFiles } = await build({
    absWorkingDir: PROJECT_ROOT,
    stdin: {
      contents: modules.map((name) => `export * from './src/forms/${name}';`).join('\n'),
      resolveDir: PROJECT_ROOT,
    },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'forms',
    target: 'safari15',
    write: false,
  });
  return outputFiles[0]!.text;
}
