import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SANDBOX_TEMPORARY, sandboxOf } from '../../src/platform/child-process/sandbox.js';
import { officeView } from '../../src/platform/office/office-view.js';

/** Where a service and its data may be installed. Root can write to all of them. */
const PLACES = ['/opt', '/usr', '/usr/local', '/var/lib', '/srv', '/home', tmpdir()];

const canWrite = (folder: string) => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

describe('the sandbox of LibreOffice', () => {
  let made: string[];
  let folder: string;

  beforeEach(() => {
    made = [];
    folder = newFolder(tmpdir());
    mkdirSync(join(folder, SANDBOX_TEMPORARY));
  });
  afterEach(() => made.forEach((path) => rmSync(path, { recursive: true, force: true })));

  function newFolder(place: string): string {
    const path = mkdtempSync(join(place, 'countersign-office-test-'));
    made.push(path);
    return path;
  }

  function write(file: string): string {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'content');
    return file;
  }

  /** Whether a program finds the file there. */
  function sees(launcher: string, file: string): boolean {
    const { program, args } = sandboxOf('bubblewrap')!.wrap(
      '/bin/sh',
      ['-c', 'cat "$0"', file],
      officeView(launcher, folder),
    );
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } });
    if (stdout === 'content') return true;
    expect(stderr).toContain('No such file or directory');
    return false;
  }

  it.each(PLACES.filter(canWrite))('hides other programs in %s', (place) => {
    const secret = write(join(newFolder(place), 'data', 'encryption.key'));
    expect(sees('/usr/bin/soffice', secret)).toBe(false);
  });

  it('shows the installation and the document, and nothing next to them', () => {
    const opt = newFolder(tmpdir());
    const launcher = write(join(opt, 'libreoffice/program/soffice'));
    const library = write(join(opt, 'libreoffice/program/library.so'));
    const secret = write(join(opt, 'countersign/data/encryption.key'));
    const document = write(join(folder, 'document.docx'));
    expect([launcher, library, document].map((file) => sees(launcher, file))).toEqual([true, true, true]);
    expect(sees(launcher, secret)).toBe(false);
  });

  it('shows a stand-alone launcher, and nothing next to it', () => {
    const opt = newFolder(tmpdir());
    const launcher = write(join(opt, 'libreoffice.AppImage'));
    const secret = write(join(opt, 'encryption.key'));
    expect([sees(launcher, launcher), sees(launcher, secret)]).toEqual([true, false]);
  });
});
