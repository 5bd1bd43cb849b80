import { type Command, CommanderError } from 'commander';

/**
 * Runs the command given to this process. What is wrong goes to stderr, and the process ends with status 1.
 * @param program - throws a CommanderError instead of exiting
 */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
}
