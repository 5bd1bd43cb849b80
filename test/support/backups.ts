import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArchiveReader } from '../../src/platform/backup/archive-reader.js';
import { writeBackup } from '../../src/platform/backup/backup.js';
import { type Manifest } from '../../src/platform/backup/manifest.js';
import { restoreBackup, type Restored, type RestoreTarget } from '../../src/platform/backup/restore.js';

const silent = () => undefined;

/** A folder for backups and whatever is made from them. */
export class BackupFolder {
  private made = 0;

  private constructor(private readonly folder: string) {}

  static async make(): Promise<BackupFolder> {
    return new BackupFolder(await mkdtemp(join(tmpdir(), 'countersign-backup-')));
  }

  /** The path of a file or folder in it. */
  path(name: string): string {
    return join(this.folder, name);
  }

  async back(source: RestoreTarget, withKey = false): Promise<{ file: string; manifest: Manifest }> {
    const file = this.path(`${++this.made}.tar`);
    return { file, manifest: await writeBackup(source, { file, withKey, progress: silent }) };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

export async function restoreFrom(file: string, target: RestoreTarget): Promise<Restored> {
  const archive = await ArchiveReader.open(file);
  try {
    return await restoreBackup(archive, target, silent);
  } finally {
    await archive.close();
  }
}
