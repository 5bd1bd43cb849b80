import { readFile } from 'node:fs/promises';
import { type Command } from 'commander';
import { plainLine } from '../common/plain-line.js';
import { isZip } from '../common/zip-archive.js';
import { type GlobalOptions } from './command-context.js';
import { type VerifiedArchive, verifyArchive } from './verify-archive.js';
import { pairFiles, type VerifiedFile, verifyFile } from './verify-evidence.js';

interface VerifyOptions extends GlobalOptions {
  ca?: string;
  evidence?: string;
}

/** Commands that check documents; they need neither the service nor its database. */
export function addEvidenceCommands(program: Command): void {
  program
    .command('evidence:verify')
    .description(
      'check any signed PDF, or an archive of them; exit code 0: unchanged since it was signed, 1: changed, 2: unreadable',
    )
    .argument('<file>', 'a PDF, or a ZIP of a request’s documents as this service gives it')
    .option(
      '--evidence <file>',
      'its certificate of completion, or the document if <file> is the certificate',
    )
    .option('--ca <file>', 'a PEM file of additional certificate authorities')
    .action(async (file: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<VerifyOptions>();
      const authorities = options.ca ? await readFile(options.ca, 'utf8') : '';
      const bytes = await readFile(file);
      if (isZip(bytes)) {
        if (options.evidence !== undefined)
          command.error('An archive brings its certificate: leave --evidence out.');
        return reportArchive(await verifyArchive(bytes, authorities), options);
      }
      const verified: [name: string, file: VerifiedFile][] = [[file, await verifyFile(bytes, authorities)]];
      if (options.evidence !== undefined) {
        const other = await readFile(options.evidence);
        verified.push([options.evidence, await verifyFile(other, authorities)]);
      }
      report(verified, options);
    });
}

function report(verified: [name: string, file: VerifiedFile][], { json }: GlobalOptions): void {
  const pair = verified.length > 1 ? pairFiles(verified.map(([, file]) => file)) : null;
  process.exitCode = pair?.exitCode ?? verified[0]![1].exitCode;
  if (json) {
    const [first, second] = verified.map(([name, { found }]) => ({ file: name, ...found }));
    const answer = pair ? { ...first, pair: { belongs: pair.belongs, ...second } } : first;
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    return;
  }
  const lines = verified.flatMap(([name, file]) => [...(pair ? [name] : []), ...file.lines, '']);
  if (pair) lines.push(pair.line, '');
  process.stdout.write(lines.join('\n'));
}

function reportArchive(
  { files, lines, isComplete, exitCode }: VerifiedArchive,
  { json }: GlobalOptions,
): void {
  process.exitCode = exitCode;
  if (json) {
    const found = files.map(([file, { found }]) => ({ file, ...found }));
    process.stdout.write(`${JSON.stringify({ isComplete, told: lines, files: found })}\n`);
    return;
  }
  const each = files.flatMap(([name, file]) => [plainLine(name), ...file.lines, '']);
  process.stdout.write([...each, ...lines, ''].join('\n'));
}
