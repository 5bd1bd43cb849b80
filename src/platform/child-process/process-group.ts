/** Kills all processes of the group that `leader` started, if any are left. */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    // Windows has no groups.
    process.kill(process.platform === 'win32' ? leader : -leader, 'SIGKILL');
  } catch {
    return;
  }
}
