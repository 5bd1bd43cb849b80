/** Kills all processes of the group that `leader` started; one that has ended has none left. */
export function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    return;
  }
}
