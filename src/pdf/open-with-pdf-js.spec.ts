import { execFileSync } from 'node:child_process';
import { PROJECT_ROOT } from '../platform/config/paths.js';

/** A replacement is an ordinary function, which could be called with `new`. */
const PRINT_REPLACED = `
  await import('#vendor/pdf-js');
  const methods = { push: Array.prototype.push, toString: Function.prototype.toString, stringify: JSON.stringify };
  console.log(JSON.stringify(Object.keys(methods).filter((name) => Object.hasOwn(methods[name], 'prototype'))));
`;

describe('pdf.js', () => {
  // In a process of its own: other specs load pdf.js as it is published.
  it('leaves the methods of the language as they are', () => {
    const program = ['--input-type=module', '--eval', PRINT_REPLACED];
    const printed = execFileSync(process.execPath, program, { cwd: PROJECT_ROOT, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual([]);
  });
});
