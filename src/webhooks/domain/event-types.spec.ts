import { join } from 'node:path';
import ts from 'typescript';
import { inDepth } from '../../../test/support/in-depth.js';
import { PROJECT_ROOT } from '../../platform/config/paths.js';
import { DEFAULT_EVENTS, EVENT_TYPES } from './event-types.js';

const SRC = join(PROJECT_ROOT, 'src');

const FILES = [
  'webhooks/domain/event-types.ts',
  'signatures/internal/signature.events.ts',
  'templates/template.events.ts',
  'bulk-sends/bulk-send.events.ts',
  'identity-verifications/identity-verification.events.ts',
  'webhooks/endpoint.events.ts',
  'platform/storage/file.events.ts',
].map((file) => join(SRC, file));

/** The type errors of the event table of webhooks together with the source of an imaginary feature. */
function typeErrors(feature: string): string[] {
  const name = join(SRC, 'imagined.events.ts');
  const { config } = ts.readConfigFile(join(PROJECT_ROOT, 'tsconfig.json'), ts.sys.readFile);
  const compilerOptions = { ...config.compilerOptions, types: ['node'] };
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions, files: [] }, ts.sys, PROJECT_ROOT);
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  host.fileExists = (file) => file === name || fileExists(file);
  host.readFile = (file) => (file === name ? feature : readFile(file));
  const program = ts.createProgram([...FILES, name], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the table of webhook events', () => {
  it('offers no event that is only for internal features', () => {
    expect(EVENT_TYPES).not.toContain('signer.email_changed');
    expect(EVENT_TYPES).toEqual(expect.arrayContaining([...DEFAULT_EVENTS]));
  });

  it('covers exactly the events that the features publish', () => {
    expect(typeErrors('export {};')).toEqual([]);
  });

  inDepth('fails the type check when a feature publishes an event it lacks', () => {
    const errors = typeErrors(
      `import './platform/events/domain-events.js';
       declare module './platform/events/domain-events.js' {
         interface DomainEvents { 'template.created': { id: number } }
       }`,
    );
    expect(errors).toEqual([expect.stringContaining('Property \'"template.created"\' is missing')]);
  });
});
