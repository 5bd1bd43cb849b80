/** Tells the benchmark where this server listens; then, whenever asked, the CPU time that its process has used. */
export function serveBenchmark(port: number): void {
  process.send!(port);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send!(user + system);
  });
  process.once('disconnect', () => process.exit());
}
