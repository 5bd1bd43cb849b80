import { NOBODY, type Sandbox, type SandboxLayer } from '../platform/child-process/sandbox.js';
import { type DoctorCheck, finding } from './domain/doctor-check.js';

const INSTALL_BUBBLEWRAP = 'For a sandbox, install bubblewrap and allow user namespaces (docs/operations.md)';

/** The isolation of the processes that open strangers' files. */
const SANDBOX_WORDS: Record<SandboxLayer, string> = {
  bubblewrap:
    'bubblewrap (no network, no files except their own code, no other processes) and Node.js permissions',
  account: `the account ${NOBODY} and Node.js permissions, but with network access. ${INSTALL_BUBBLEWRAP}`,
  none: `Node.js permissions only. ${INSTALL_BUBBLEWRAP}`,
};

/** The check of the sandbox of child processes: anything but bubblewrap is a finding. */
export function checkSandbox({ layer, filtersCalls }: Pick<Sandbox, 'layer' | 'filtersCalls'>): DoctorCheck {
  const name = 'child processes';
  const words = SANDBOX_WORDS[layer];
  const message = filtersCalls ? `a filter of system calls, ${words}` : words;
  return layer === 'bubblewrap' ? { name, ok: true, message } : finding(name, null, 'weak_sandbox', message);
}
