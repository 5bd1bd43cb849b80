import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_DIR, DIST_DIR, PROJECT_ROOT } from '../config/paths.js';
import { DESCRIPTORS } from './inherited-descriptors.js';

/** What a child may do beyond reading its own code. */
export interface ChildRights {
  /** Load native modules. Node cannot restrict these; only the sandbox can. */
  addons?: boolean;
  /** Start threads. */
  threads?: boolean;
  /** Files to read. Missing ones are skipped. */
  files?: readonly string[];
}

/** Sources of modules: our own, bundled ones, and packages with the data they load. */
const CODE = [CODE_DIR, DIST_DIR, join(PROJECT_ROOT, 'node_modules'), join(PROJECT_ROOT, 'package.json')];
/** Available under this name since Node.js 22.13, and as an experiment since 20.0. */
const SWITCH = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** The files and folders that a child may read. */
export function readableBy({ files = [] }: ChildRights): string[] {
  return [...new Set([...CODE, ...files])].filter((path) => existsSync(path));
}

/**
 * Options with which Node.js limits a child to reading these
 * (https://nodejs.org/docs/latest-v20.x/api/permissions.html): it writes no files and starts no programs. They only
 * bind JavaScript, and do not prevent connections before Node.js 25.
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
