/** A file that someone could upload to harm the service or the people who open the file afterwards. */
export interface HostileFile {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  /** The code of the refusal, or `refused` for any; nothing if the file may also be accepted. */
  expected?: string;
}

export const hostile = (name: string, make: HostileFile['make'], expected?: string): HostileFile => ({
  name,
  make,
  expected,
});
