import { type CpuShares, startProfile } from './cpu-profile.js';

/** What a server is asked between the rounds, each with its answer. */
export type Question = 'cpu' | 'start profile' | 'stop profile';

/** Tells the benchmark where this server listens; then answers its questions, until the benchmark is gone. */
export function serveBenchmark(port: number): void {
  let stopProfile: (() => Promise<CpuShares>) | undefined;
  const answers: Record<Question, () => Promise<number | true | CpuShares>> = {
    // Microseconds of CPU time that this process has used.
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
