import 'reflect-metadata';
import { createProgram } from './commands/program.js';
import { runProgram } from './commands/run-program.js';

await runProgram(createProgram());
