import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../../src/platform/config/load-settings.js';
import { type Settings } from '../../src/platform/config/settings.js';

/** Settings as read from variables, with a separate data folder. */
export class LoadedSettings {
  readonly folder = mkdtempSync(join(tmpdir(), 'countersign-settings-'));

  readonly load = (variables: Record<string, string> = {}): Settings =>
    loadSettings({ DATA_DIR: this.folder, ...variables });

  /** The message with which the variables are refused; empty if they are not. */
  readonly refusal = (variables: Record<string, string>): string => {
    try {
      this.load(variables);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
