// Finds the outside tools that check PDFs and convert Word documents in the tests, or installs them if possible.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `isDeep`: only test/deep and tests in depth use it. */
const TOOLS = [
  { program: 'pdfsig', version: '-v', package: 'poppler-utils' },
  // Keys for pdfsig to sign with.
  { program: 'certutil', version: '-H', package: 'libnss3-tools', isDeep: true },
  { program: 'qpdf', version: '--version', package: 'qpdf' },
  { program: 'mutool', version: '-v', package: 'mupdf-tools' },
  { program: 'openssl', version: 'version', package: 'openssl' },
  // For the quick start in Python; the package has the whole standard library.
  { program: 'python3', version: '--version', package: 'python3', isDeep: true },
  // Used by the guides.
  { program: 'jq', version: '--version', package: 'jq', isDeep: true },
  // Not a validator: the sandbox in which the service opens strangers' files.
  { program: 'bwrap', version: '--version', package: 'bubblewrap' },
  // Its package includes the library that container engines use to filter system calls.
  { program: 'scmp_sys_resolver', version: '-h', package: 'seccomp' },
  // Reads compose files without an engine.
  { program: 'docker-compose', version: 'version', package: 'docker-compose', isDeep: true },
  // The package also includes the server; the server's own package would start one.
  { program: 'redis-cli', version: '--version', package: 'redis-tools' },
  // For rolling restarts and poolers. The packages start what they install, which the tests do not use.
  { program: 'haproxy', version: '-v', package: 'haproxy', isDeep: true },
  { program: 'pgbouncer', version: '--version', package: 'pgbouncer', isDeep: true },
  // An 84 MB download; installing it takes 30 to 90 seconds.
  { program: 'soffice', version: '--version', package: 'libreoffice-writer-nogui', isDeep: true },
];

/** Chinese, Japanese and Korean names on PDFs. A 57 MB download. */
const FONTS = { file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc', package: 'fonts-noto-cjk' };

/** A server of a different major version from the embedded one, for moving an installation. */
const POSTGRES = {
  versions: '/usr/lib/postgresql',
  program: 'postgres',
  package: 'postgresql',
  isDeep: true,
};
/** Tells the package not to create its own cluster, which the tests do not use. */
const CLUSTERS = '/etc/postgresql-common/createcluster.conf';

/**
 * If a tool is missing and cannot be installed, ends this process with instructions.
 * @param isDeep - whether tests in depth run, which use more of them
 */
export function ensureValidators(isDeep = true) {
  let missing = [...TOOLS, FONTS, POSTGRES].filter((tool) => (isDeep || !tool.isDeep) && !isThere(tool));
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.error('Installing the programs and fonts that the tests use …');
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
