import { type CpuShares, startProfile } from './cpu-profile.js';

/** Commands to a server between rounds. */
export type Question = 'cpu' | 'start profile' | 'stop profile';

/** Reports the server's port, then answers commands until the benchmark disconnects. */
export function serveBenchmark(port: number): void {
  let stopProfile: (() => Promise<CpuShares>) | undefined;
  const answers: Record<Question, () => Promise<number | true | CpuShares>> = {
    // CPU time of this process in microseconds.
    cpu: async () => {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
    'start profile': async () => {
      stopProfile = await startProfile();
      return true;
    },
    'stop profile': async () => stopProfile!(),
  };
  process.on('message', (question: Question) => {
    void answers[question]().then((answer) => process.send!(answer));
  });
  process.once('disconnect', () => process.exit());
  process.send!(port);
}
