// The tools that nobody here wrote, by which the tests have sealed PDFs checked and Word documents converted: on this
// machine, or installed where we may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const TOOLS = [
  { program: 'pdfsig', version: '-v', package: 'poppler-utils' },
  { program: 'qpdf', version: '--version', package: 'qpdf' },
  { program: 'mutool', version: '-v', package: 'mupdf-tools' },
  { program: 'openssl', version: 'version', package: 'openssl' },
  // 84 MB to fetch, half a minute to a minute and a half to install.
  { program: 'soffice', version: '--version', package: 'libreoffice-writer-nogui' },
];

/** Ends this process, naming what to do, where one of them is missing and cannot be installed. */
export function ensureValidators() {
  let missing = TOOLS.filter((tool) => !runs(tool));
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.error('Installing PDF validators and LibreOffice …');
    const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    const packages = missing.map((tool) => tool.package);
    spawnSync('apt-get', ['update', '--quiet=2'], options);
    spawnSync('apt-get', ['install', '--yes', '--quiet=2', '--no-install-recommends', ...packages], options);
    missing = missing.filter((tool) => !runs(tool));
  }
  if (missing.length === 0) return;
  const packages = missing.map((tool) => tool.package).join(' ');
  console.error(`The tests need ${missing.map((tool) => tool.program).join(', ')}. Install them with

  sudo apt-get install --yes ${packages}       (Debian)`);
  process.exit(1);
}

function runs({ program, version }) {
  return spawnSync(program, [version], { stdio: 'ignore' }).error === undefined;
}
