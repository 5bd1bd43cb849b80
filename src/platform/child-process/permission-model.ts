import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_DIR, DIST_DIR, PROJECT_ROOT } from '../config/paths.js';
import { DESCRIPTORS } from './inherited-descriptors.js';

/** What a child may do beyond reading its own code. */
export interface ChildRights {
  /** Load native modules. Node cannot restrict what these do, so that only the sandbox does. */
  addons?: boolean;
  /** Start threads. */
  threads?: boolean;
  /** Files to read. Those that do not exist are left out. */
  files?: readonly string[];
}

/** Where modules come from: our own, bundled ones, and packages with the data they load. */
const CODE = [CODE_DIR, DIST_DIR, join(PROJECT_ROOT, 'node_modules'), join(PROJECT_ROOT, 'package.json')];
/** Under its name since Node.js 22.13, and as an experiment since 20.0. */
const SWITCH = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** The files and folders that a child reads. */
export function readableBy({ files = [] }: ChildRights): string[] {
  return [...new Set([...CODE, ...files])].filter((path) => existsSync(path));
}

/**
 * Options by which Node.js limits a child to reading these (https://nodejs.org/docs/latest-v20.x/api/permissions.html): it
 * writes no files and starts no programs. They bind JavaScript only, and do not stop connections before Node.js 25.
 */
export function permissionFlags(rights: ChildRights): string[] {
  const readable = [...readableBy(rights), DESCRIPTORS].map((path) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() ? `${path}/*` : path,
  );
  return [
    SWITCH,
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(rights.addons ? ['--allow-addons'] : []),
    ...(rights.threads ? ['--allow-worker'] : []),
  ];
}
