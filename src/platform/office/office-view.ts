import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type SandboxView } from '../child-process/sandbox.js';

/**
 * The system files that LibreOffice reads: programs, libraries, fonts and its own configuration. Not all of /usr or
 * /opt, which may also contain this service and its data.
 */
const SYSTEM_FOLDERS = [
  ...['/bin', '/sbin', '/lib', '/lib64', '/usr/bin', '/usr/lib', '/usr/lib64', '/usr/libexec', '/usr/share'],
  ...['/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache', '/etc/libreoffice'],
  ...['/var/lib/libreoffice', '/var/cache/fontconfig'],
];

/**
 * The files visible to LibreOffice in a sandbox.
 * @param launcher - without symbolic links
 * @param folder - of the document, its profile and its temporary files
 */
export function officeView(launcher: string, folder: string): SandboxView {
  const readable = [...SYSTEM_FOLDERS, installationOf(launcher)].filter((path) => existsSync(path));
  return { readable, writable: folder };
}

/**
 * The launcher is in the folder `program` of an installation, or elsewhere on its own, possibly among unrelated
 * files.
 */
function installationOf(launcher: string): string {
  const folder = dirname(launcher);
  return basename(folder) === 'program' ? dirname(folder) : launcher;
}
