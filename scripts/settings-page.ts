// `npm run check` and `npm run settings`: docs/settings.md has the settings of src/platform/config/environment.ts and the
// commands of src/commands.
//   --write  writes the file instead of comparing it
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../src/commands/program.js';
import { PROJECT_ROOT } from '../src/platform/config/paths.js';
import { describeCommands } from './settings-page/describe-commands.js';
import { describeSettings } from './settings-page/describe-settings.js';

const FILE = 'docs/settings.md';
const INTRODUCTION = `<!-- Written by \`npm run settings\` from src/platform/config/environment.ts and src/commands. Do not edit. -->

# Settings and command line

## Settings

Settings are environment variables, which are checked at startup. One message lists every invalid one,
including misspelt names and files that cannot be used. What to set in production, and why, is in
[operations.md](operations.md#settings-that-matter).

An empty variable counts as not set, except for \`OUTBOUND_PROXY\`. A setting marked ¹ can also be read from a
file: \`ENCRYPTION_KEY_FILE=/run/secrets/encryption_key\` names the file that contains \`ENCRYPTION_KEY\`
([why](operations.md#secrets-in-files)).
`;
const COMMAND_LINE = `## Command line

\`\`\`sh
npm run cli -- <command> [--json]
\`\`\`

Commands use the settings of the service and end with status 1 if they fail. With \`--json\`, the output is a
single JSON object. \`npm run cli -- <command> --help\` explains one command.
`;

const page = [INTRODUCTION, ...describeSettings(), COMMAND_LINE, ...describeCommands(createProgram())].join(
  '\n',
);

if (process.argv.includes('--write')) writeFileSync(join(PROJECT_ROOT, FILE), page);
else if (readFileSync(join(PROJECT_ROOT, FILE), 'utf8') !== page) {
  console.error(`${FILE} is stale: run npm run settings`);
  process.exitCode = 1;
}
