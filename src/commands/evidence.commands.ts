import { readFile } from 'node:fs/promises';
import { type Command } from 'commander';
import { type GlobalOptions } from './command-context.js';
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
      'check any signed PDF; exit code 0: unchanged since it was signed, 1: changed, 2: unreadable',
    )
    .argument('<file>')
    .option(
      '--evidence <file>',
      'its certificate of completion, or the document if <file> is the certificate',
    )
    .option('--ca <file>', 'a PEM file of additional certificate authorities')
    .action(async (file: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<VerifyOptions>();
      const authorities = options.ca ? await readFile(options.ca, 'utf8') : '';
      const files = options.evidence ? [file, options.evidence] : [file];
      const verified: [name: string, file: VerifiedFile][] = [];
      for (const name of files) verified.push([name, await verifyFile(await readFile(name), authorities)]);
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
