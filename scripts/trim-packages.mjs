// Runs after npm has installed packages. It removes what nothing here reads: the native code of other platforms, which
// onnxruntime-node has in a single package, and the source maps of libraries.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../node_modules');
const NATIVE = join(PACKAGES, 'onnxruntime-node/bin/napi-v6');

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

for (const platform of namesIn(NATIVE))
  for (const architecture of namesIn(join(NATIVE, platform)))
    if (platform !== process.platform || architecture !== process.arch)
      rmSync(join(NATIVE, platform, architecture), { recursive: true });
for (const file of existsSync(PACKAGES) ? readdirSync(PACKAGES, { recursive: true }) : [])
  if (file.endsWith('.map')) rmSync(join(PACKAGES, file));
