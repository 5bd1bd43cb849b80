import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DIST_DIR } from '../../../../platform/config/paths.js';

export const SECOND_TEXT_ENGINE = 'ppocr-4-1';

/** Whether there is a native runtime for this platform: there is none for musl or Intel Macs. */
export function hasSecondReader(): boolean {
  return existsSync(join(DIST_DIR, 'vendor/onnx/onnxruntime_binding.node'));
}
