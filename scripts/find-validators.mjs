// Finds the outside tools that check PDFs and convert Word documents in the tests, or installs them if it may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const TOOLS = [
  { program: 'pdfsig', version: '-v', package: 'poppler-utils' },
  { program: 'qpdf', version: '--version', package: 'qpdf' },
  { program: 'mutool', version: '-v', package: 'mupdf-tools' },
  { program: 'openssl', version: 'version', package: 'openssl' },
  // Not a validator: what the service opens strangers' files in.
  { program: 'bwrap', version: '--version', package: 'bubblewrap' },
  // An 84 MB download; installing it takes 30 to 90 seconds.
  { program: 'soffice', version: '--version', package: 'libreoffice-writer-nogui' },
];

/** If a tool is missing and cannot be installed, ends this process with a message that says what to do. */
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
