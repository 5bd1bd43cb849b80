// Finds the outside tools that check PDFs and convert Word documents in the tests, or installs them if it may.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TOOLS = [
  { program: 'pdfsig', version: '-v', package: 'poppler-utils' },
  // Keys for pdfsig to sign with.
  { program: 'certutil', version: '-H', package: 'libnss3-tools' },
  { program: 'qpdf', version: '--version', package: 'qpdf' },
  { program: 'mutool', version: '-v', package: 'mupdf-tools' },
  { program: 'openssl', version: 'version', package: 'openssl' },
  // The quick start in Python; the package has the whole standard library.
  { program: 'python3', version: '--version', package: 'python3' },
  // The guides use it.
  { program: 'jq', version: '--version', package: 'jq' },
  // Not a validator: what the service opens strangers' files in.
  { program: 'bwrap', version: '--version', package: 'bubblewrap' },
  // Its package brings the library by which container engines filter system calls.
  { program: 'scmp_sys_resolver', version: '-h', package: 'seccomp' },
  // Reads compose files without an engine.
  { program: 'docker-compose', version: 'version', package: 'docker-compose' },
  // Also has the server; its own package would start one.
  { program: 'redis-cli', version: '--version', package: 'redis-tools' },
  // Rolling restarts and poolers; the packages start what they install, which the tests do not use.
  { program: 'haproxy', version: '-v', package: 'haproxy' },
  { program: 'pgbouncer', version: '--version', package: 'pgbouncer' },
  // An 84 MB download; installing it takes 30 to 90 seconds.
  { program: 'soffice', version: '--version', package: 'libreoffice-writer-nogui' },
];

/** Chinese, Japanese and Korean names on PDFs. A 57 MB download. */
const FONTS = { file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', package: 'fonts-noto-cjk' };

/** A server of another major version than the embedded one, to which an installation moves. */
const POSTGRES = { versions: '/usr/lib/postgresql', program: 'postgres', package: 'postgresql' };
/** Here the package is told not to start a cluster of its own, which the tests do not use. */
const CLUSTERS = '/etc/postgresql-common/createcluster.conf';

/** If a tool is missing and cannot be installed, ends this process with a message that says what to do. */
export function ensureValidators() {
  let missing = [...TOOLS, FONTS, POSTGRES].filter((tool) => !isThere(tool));
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.error('Installing PDF validators, LibreOffice and fonts …');
    const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    if (missing.includes(POSTGRES)) {
      mkdirSync(dirname(CLUSTERS), { recursive: true });
      appendFileSync(CLUSTERS, 'create_main_cluster = false\n');
    }
    const packages = missing.map((tool) => tool.package);
    spawnSync('apt-get', ['update', '--quiet=2'], options);
    spawnSync('apt-get', ['install', '--yes', '--quiet=2', '--no-install-recommends', ...packages], options);
    missing = missing.filter((tool) => !isThere(tool));
  }
  if (missing.length === 0) return;
  const packages = missing.map((tool) => tool.package).join(' ');
  console.error(`The tests need ${missing.map(({ program, file }) => program ?? file).join(', ')}. Install them with

  sudo apt-get install --yes ${packages}       (Debian)`);
  process.exit(1);
}

function isThere({ program, version, file, versions }) {
  if (file !== undefined) return existsSync(file);
  if (versions === undefined) return spawnSync(program, [version], { stdio: 'ignore' }).error === undefined;
  const folders = existsSync(versions) ? readdirSync(versions) : [];
  return folders.some((folder) => existsSync(join(versions, folder, 'bin', program)));
}
