// `npm run simulate -- sign|reject|verify LINK`: goes through a link of any running service as a signer or a person
// being verified would. It needs no settings or database.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { type GlobalOptions } from '../src/commands/command-context.js';
import { print } from '../src/commands/output.js';
import { runProgram } from '../src/commands/run-program.js';
import { PROJECT_ROOT } from '../src/platform/config/paths.js';
import { type Pictures, SimulatedPerson } from './simulate/simulated-person.js';
import { SimulatedSigner } from './simulate/simulated-signer.js';

/** A drawn passport of Anna Maria Eriksson, visibly a specimen. */
const SPECIMEN = join(PROJECT_ROOT, 'docs/specimen/passport.jpg');
const DOCUMENT_TYPES = ['passport', 'id_card', 'drivers_license'];

const NO_FACE = `
Where a verification asks for a face (liveness, combined, and signers with requireVerification), this command cannot
complete it: the challenge exists to refuse anything but a person in front of a camera. With --human it asks for a
reviewer, and you decide: in the dashboard under Reviews, or with
  npm run cli -- review:decide --verification ID --approve --reason TEXT
The specimen is approved only where ALLOW_SPECIMENS is on, which it is by default outside production.`;

interface PictureOptions extends GlobalOptions {
  human?: boolean;
  front?: string;
  back?: string;
}

interface SignOptions extends PictureOptions {
  name: string;
  code?: string;
  witness: string;
}

interface VerifyOptions extends PictureOptions {
  documentType: string;
  cancel?: boolean;
}

await runProgram(createProgram());

function createProgram(): Command {
  const program = new Command('simulate')
    .description('Follows a link as a signer or a person being verified would')
    .option('--json', 'print one JSON object and nothing else')
    .showHelpAfterError()
    .exitOverride();
  withPictures(program.command('sign'))
    .description('sign at a signing link')
    .argument('<link>')
    .option('--name <name>', 'typed as the signature', 'Simulated Signer')
    .option('--code <code>', "the code from the signer's email (type advanced)")
    .option('--witness <name>', 'the host (type in_person)', 'Simulated Host')
    .action(async (link: string, _options, command: Command) => {
      const { name, code, witness, human, ...options } = command.optsWithGlobals<SignOptions>();
      const signer = new SimulatedSigner(link);
      const pictures = await readPictures(options);
      print({ ...(await signer.sign({ name, code, witness, pictures, asksHuman: human })) }, options);
    });
  program
    .command('reject')
    .description('refuse to sign at a signing link')
    .argument('<link>')
    .option('--reason <reason>', '', 'Simulated rejection')
    .action(async (link: string, _options, command: Command) => {
      const { reason, ...options } = command.optsWithGlobals<GlobalOptions & { reason: string }>();
      report('rejected', await new SimulatedSigner(link).reject(reason), options);
    });
  withPictures(program.command('verify'))
    .description("photograph a document at a verification's link")
    .addHelpText('after', NO_FACE)
    .argument('<link>')
    .addOption(
      new Option('--document-type <type>', 'if the person can choose')
        .choices(DOCUMENT_TYPES)
        .default('passport'),
    )
    .option('--cancel', 'cancel instead')
    .action(async (link: string, _options, command: Command) => {
      const { documentType, human, cancel, ...options } = command.optsWithGlobals<VerifyOptions>();
      const person = new SimulatedPerson(link);
      if (cancel) return report('cancelled', await person.cancel(), options);
      const pictures = await readPictures(options);
      report('ended', await person.verify({ ...pictures, documentType, asksHuman: human }), options);
    });
  return program;
}

function withPictures(command: Command): Command {
  return command
    .option('--front <file>', "a picture of the document's front (default: docs/specimen/passport.jpg)")
    .option('--back <file>', "a picture of the document's back")
    .option('--human', 'ask for a reviewer where the page requires a camera');
}

async function readPictures({ front, back }: PictureOptions): Promise<Pictures> {
  const specimen = existsSync(SPECIMEN) ? SPECIMEN : undefined;
  const read = async (file: string | undefined) => (file === undefined ? null : readFile(file));
  return { front: await read(front ?? specimen), back: await read(back) };
}

/** @param page - the heading of the last page */
function report(outcome: string, page: string, options: GlobalOptions): void {
  print({ outcome, page }, options);
}
