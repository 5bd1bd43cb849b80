import { type Argument, type Command, type Option } from 'commander';
import { table } from './table.js';

const HEADINGS: Record<string, string> = {
  organization: 'Organizations, members and API keys',
  webhook: 'Webhooks',
  seal: 'Seals, activity and health',
  review: 'Reviews',
  person: 'Personal data',
  evidence: 'Checking documents',
  backup: 'Backups, files and keys',
};

/** One table per group of commands. */
export function describeCommands(program: Command): string[] {
  const groups: { heading: string; rows: string[][] }[] = [];
  for (const command of withSubcommands(program)) {
    const heading = HEADINGS[nameOf(command, program).split(/[: ]/)[0]!];
    if (heading !== undefined && groups.at(-1)?.heading !== heading) groups.push({ heading, rows: [] });
    groups.at(-1)!.rows.push(rowOf(command, program));
  }
  return groups.map(({ heading, rows }) => table(heading, ['Command', 'What it does', 'Options'], rows));
}

const withSubcommands = (command: Command): Command[] =>
  command.commands.flatMap((each) => (each.commands.length > 0 ? withSubcommands(each) : [each]));

function rowOf(command: Command, program: Command): string[] {
  const parameters = command.registeredArguments.map((argument) => ` <${argument.name()}>`);
  const explained = [
    ...command.registeredArguments.map(explainArgument),
    ...command.options.map(explainOption),
  ];
  return [
    `\`${nameOf(command, program)}${parameters.join('')}\``,
    sentence(command.description()),
    explained.filter((line) => line !== '').join('<br>'),
  ];
}

/** Includes the names of its parent commands. */
function nameOf(command: Command, program: Command): string {
  const { parent } = command;
  return parent === null || parent === program
    ? command.name()
    : `${nameOf(parent, program)} ${command.name()}`;
}

const sentence = (text: string) => asProse(text.charAt(0).toUpperCase() + text.slice(1));

/** Keeps `<file>` from being read as HTML. */
const asProse = (text: string) => text.replaceAll('<', '\\<');

const explainArgument = (argument: Argument): string =>
  argument.description === '' ? '' : `\`<${argument.name()}>\`: ${asProse(argument.description)}`;

function explainOption({ flags, mandatory, description, argChoices, defaultValue }: Option): string {
  const facts = [
    asProse(description),
    argChoices?.join(', ') ?? '',
    ['string', 'number'].includes(typeof defaultValue) ? `default \`${defaultValue}\`` : '',
    mandatory ? 'required' : '',
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? `\`${flags}\`` : `\`${flags}\`: ${facts.join('; ')}`;
}
